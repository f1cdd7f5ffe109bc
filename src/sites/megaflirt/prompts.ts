import { promptsOf } from '../prompts.ts'

export const prompts = promptsOf({
  loud: 'Say it out loud: I am',
  song: 'The song I sing without being asked',
  voice: 'My voice is best at',
  opener: 'An opening line that works on me',
  encore: 'I would give an encore of',
  quiet: 'What makes me go quiet',
  radio: 'If I had an hour on the radio',
  duet: 'We would make a good duet if you',
  volume: 'I turn the volume up for',
  laugh: 'You will hear me laugh at',
  dare: 'I dare you to ask me',
  offbeat: 'Where I am slightly off the beat',
})
