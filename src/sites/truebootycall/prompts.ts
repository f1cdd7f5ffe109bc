import type { Prompt } from '../prompts.ts'

export const prompts: Prompt[] = [
  { key: 'awake', question: 'I am still awake because' },
  { key: 'midnight', question: 'At midnight I usually' },
  { key: 'text', question: 'The text I would answer at two in the morning' },
  { key: 'snack', question: 'My late snack' },
  { key: 'window', question: 'If you saw my lit window, you would see' },
  { key: 'upFor', question: 'Tonight I am up for' },
  { key: 'sleep', question: 'I gladly lose sleep over' },
  { key: 'morning', question: 'In the morning I am' },
  { key: 'walk', question: 'A walk at night that I love' },
  { key: 'song', question: 'Last song of the night' },
  { key: 'rule', question: 'My one rule after dark' },
  { key: 'taxi', question: 'The best talk I ever had in a taxi' },
]
