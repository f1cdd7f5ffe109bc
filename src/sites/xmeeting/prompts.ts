import { promptsOf } from '../prompts.ts'

export const prompts = promptsOf({
  cross: 'Where our paths could cross',
  near: 'My favourite spot within a mile',
  shortest: 'Me, in five words',
  direct: 'Tell me directly',
  coffee: 'Coffee at eight? I take it',
  detour: 'Worth every detour',
  route: 'My usual way home leads past',
  now: 'Right now I am after',
  stop: 'We would get on if you',
  skip: 'We can skip',
  both: 'Something we should both know',
  meet: 'You will recognise me by',
})
