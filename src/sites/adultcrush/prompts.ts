import { promptsOf } from '../prompts.ts'

export const prompts = promptsOf({
  want: 'What I want, in one sentence',
  no: 'What I do not want',
  plainly: 'Said plainly, I am',
  honest: 'The honest answer to “what are you doing here?”',
  crush: 'I fall for people who',
  yes: 'An easy way to get a yes from me',
  blush: 'What still makes me blush',
  evening: 'A grown-up evening, to me',
  proud: 'Something I am proud of and rarely say',
  question: 'The question I wish somebody would ask',
  deal: 'I will cook if you',
  breakfast: 'At breakfast, you will find out that I',
})
