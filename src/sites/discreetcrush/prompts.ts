import type { Prompt } from '../prompts.ts'

export const prompts: Prompt[] = [
  { key: 'few', question: 'Few people know that I' },
  { key: 'between', question: 'Between the two of us' },
  { key: 'quiet', question: 'A quiet place that I like' },
  { key: 'key', question: 'The key to me is' },
  { key: 'trust', question: 'You win my trust by' },
  { key: 'whisper', question: 'I would rather whisper than say aloud' },
  { key: 'curtains', question: 'Behind drawn curtains I' },
  { key: 'hour', question: 'The hour of the day that is mine' },
  { key: 'kept', question: 'Something I have kept for years' },
  { key: 'notice', question: 'I notice that somebody' },
  { key: 'unsaid', question: 'What is better left unsaid' },
  { key: 'light', question: 'Leave a light on for me if' },
]
