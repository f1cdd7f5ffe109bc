import type { Prompt } from '../prompts.ts'

export const prompts: Prompt[] = [
  { key: 'spark', question: 'The spark, for me, is' },
  { key: 'two', question: 'It takes two to' },
  { key: 'warm', question: 'I warm to people who' },
  { key: 'slow', question: 'A slow burn, or a quick one' },
  { key: 'box', question: 'In my matchbox you would find' },
  { key: 'glow', question: 'I still glow when I think of' },
  { key: 'fire', question: 'By the fire I would tell you about' },
  { key: 'strike', question: 'Strike up a talk with me about' },
  { key: 'cold', question: 'I go cold when' },
  { key: 'candle', question: 'I burn the candle at both ends for' },
  { key: 'fuel', question: 'What keeps me going' },
  { key: 'out', question: 'Last thing before the lights are out' },
]
