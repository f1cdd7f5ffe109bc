import type { Prompt } from '../prompts.ts'

export const prompts: Prompt[] = [
  { key: 'loud', question: 'Say it out loud: I am' },
  { key: 'song', question: 'The song I sing without being asked' },
  { key: 'voice', question: 'My voice is best at' },
  { key: 'opener', question: 'An opening line that works on me' },
  { key: 'encore', question: 'I would give an encore of' },
  { key: 'quiet', question: 'What makes me go quiet' },
  { key: 'radio', question: 'If I had an hour on the radio' },
  { key: 'duet', question: 'We would make a good duet if you' },
  { key: 'volume', question: 'I turn the volume up for' },
  { key: 'laugh', question: 'You will hear me laugh at' },
  { key: 'dare', question: 'I dare you to ask me' },
  { key: 'offbeat', question: 'Where I am slightly off the beat' },
]
