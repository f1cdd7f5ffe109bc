import type { Prompt } from '../prompts.ts'

export const prompts: Prompt[] = [
  { key: 'want', question: 'What I want, in one sentence' },
  { key: 'no', question: 'What I do not want' },
  { key: 'plainly', question: 'Said plainly, I am' },
  { key: 'honest', question: 'The honest answer to “what are you doing here?”' },
  { key: 'crush', question: 'I fall for people who' },
  { key: 'yes', question: 'An easy way to get a yes from me' },
  { key: 'blush', question: 'What still makes me blush' },
  { key: 'evening', question: 'A grown-up evening, to me' },
  { key: 'proud', question: 'Something I am proud of and rarely say' },
  { key: 'question', question: 'The question I wish somebody would ask' },
  { key: 'deal', question: 'I will cook if you' },
  { key: 'breakfast', question: 'At breakfast, you will find out that I' },
]
