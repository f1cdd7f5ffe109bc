import { promptsOf } from '../prompts.ts'

export const prompts = promptsOf({
  spark: 'The spark, for me, is',
  two: 'It takes two to',
  warm: 'I warm to people who',
  slow: 'A slow burn, or a quick one',
  box: 'In my matchbox you would find',
  glow: 'I still glow when I think of',
  fire: 'By the fire I would tell you about',
  strike: 'Strike up a talk with me about',
  cold: 'I go cold when',
  candle: 'I burn the candle at both ends for',
  fuel: 'What keeps me going',
  out: 'Last thing before the lights are out',
})
