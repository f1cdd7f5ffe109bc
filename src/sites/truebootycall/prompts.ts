import { promptsOf } from '../prompts.ts'

export const prompts = promptsOf({
  awake: 'I am still awake because',
  midnight: 'At midnight I usually',
  text: 'The text I would answer at two in the morning',
  snack: 'My late snack',
  window: 'If you saw my lit window, you would see',
  upFor: 'Tonight I am up for',
  sleep: 'I gladly lose sleep over',
  morning: 'In the morning I am',
  walk: 'A walk at night that I love',
  song: 'Last song of the night',
  rule: 'My one rule after dark',
  taxi: 'The best talk I ever had in a taxi',
})
