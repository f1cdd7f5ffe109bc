import { promptsOf } from '../prompts.ts'

export const prompts = promptsOf({
  trail: 'Follow my trail and you will find',
  hint: 'A hint about me',
  trick: 'A trick I know',
  chase: 'Worth a chase',
  den: 'In my den there is always',
  cunning: 'The most cunning thing I ever did',
  caught: 'I was once caught',
  bait: 'The surest bait for me',
  riddle: 'A riddle about me',
  truths: 'Two truths and a fib',
  wits: 'Match wits with me on',
  dusk: 'At dusk you will find me',
})
