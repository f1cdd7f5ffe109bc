import type { Prompt } from '../prompts.ts'

export const prompts: Prompt[] = [
  { key: 'trail', question: 'Follow my trail and you will find' },
  { key: 'hint', question: 'A hint about me' },
  { key: 'trick', question: 'A trick I know' },
  { key: 'chase', question: 'Worth a chase' },
  { key: 'den', question: 'In my den there is always' },
  { key: 'cunning', question: 'The most cunning thing I ever did' },
  { key: 'caught', question: 'I was once caught' },
  { key: 'bait', question: 'The surest bait for me' },
  { key: 'riddle', question: 'A riddle about me' },
  { key: 'truths', question: 'Two truths and a fib' },
  { key: 'wits', question: 'Match wits with me on' },
  { key: 'dusk', question: 'At dusk you will find me' },
]
