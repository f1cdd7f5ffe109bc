import type { Prompt } from '../prompts.ts'

export const prompts: Prompt[] = [
  { key: 'local', question: 'My local, and what I order' },
  { key: 'corner', question: 'The best thing round the corner from me' },
  { key: 'fence', question: 'Over the fence I would tell you' },
  { key: 'chips', question: 'Salt, vinegar, or something posher' },
  { key: 'saturday', question: 'A Saturday night round here means' },
  { key: 'cheeky', question: 'The cheekiest thing I have done this year' },
  { key: 'neighbour', question: 'I am the neighbour who' },
  { key: 'bus', question: 'If we met at the bus stop, I would say' },
  { key: 'borrow', question: 'You could borrow from me' },
  { key: 'quiz', question: 'My subject at a pub quiz' },
  { key: 'gossip', question: 'The gossip about me is' },
  { key: 'kettle', question: 'I put the kettle on for' },
]
