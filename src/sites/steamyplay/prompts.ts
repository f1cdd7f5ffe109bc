import type { Prompt } from '../prompts.ts'

export const prompts: Prompt[] = [
  { key: 'curtain', question: 'When the curtain goes up, I' },
  { key: 'seat', question: 'I would keep the seat next to me for somebody who' },
  { key: 'role', question: 'The part I always end up playing' },
  { key: 'scene', question: 'A scene I would play twice' },
  { key: 'prop', question: 'I never leave the house without' },
  { key: 'applause', question: 'I deserve applause for' },
  { key: 'backstage', question: 'What happens backstage with me' },
  { key: 'review', question: 'A review of me, in one line' },
  { key: 'understudy', question: 'Nobody can stand in for me when it comes to' },
  { key: 'interval', question: 'In the interval you find me' },
  { key: 'costume', question: 'My favourite thing to wear' },
  { key: 'afterwards', question: 'After the show, let us' },
]
