import { promptsOf } from '../prompts.ts'

export const prompts = promptsOf({
  few: 'Few people know that I',
  between: 'Between the two of us',
  quiet: 'A quiet place that I like',
  key: 'The key to me is',
  trust: 'You win my trust by',
  whisper: 'I would rather whisper than say aloud',
  curtains: 'Behind drawn curtains I',
  hour: 'The hour of the day that is mine',
  kept: 'Something I have kept for years',
  notice: 'I notice that somebody',
  unsaid: 'What is better left unsaid',
  light: 'Leave a light on for me if',
})
