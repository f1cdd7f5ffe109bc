import type { Prompt } from '../prompts.ts'

export const prompts: Prompt[] = [
  { key: 'cross', question: 'Where our paths could cross' },
  { key: 'near', question: 'My favourite spot within a mile' },
  { key: 'shortest', question: 'Me, in five words' },
  { key: 'direct', question: 'Tell me directly' },
  { key: 'coffee', question: 'Coffee at eight? I take it' },
  { key: 'detour', question: 'Worth every detour' },
  { key: 'route', question: 'My usual way home leads past' },
  { key: 'now', question: 'Right now I am after' },
  { key: 'stop', question: 'We would get on if you' },
  { key: 'skip', question: 'We can skip' },
  { key: 'both', question: 'Something we should both know' },
  { key: 'meet', question: 'You will recognise me by' },
]
