import type { Prompt } from '../prompts.ts'

export const prompts: Prompt[] = [
  { key: 'table', question: 'I bring to the table' },
  { key: 'dish', question: 'The dish I am asked to make again' },
  { key: 'host', question: 'As a host, I am known for' },
  { key: 'guest', question: 'The guest I hope sits next to me' },
  { key: 'toast', question: 'I would raise a glass to' },
  { key: 'seconds', question: 'I never say no to a second helping of' },
  { key: 'story', question: 'The story I tell after the second glass' },
  { key: 'manners', question: 'Good manners, to me, are' },
  { key: 'late', question: 'What keeps me at the table until late' },
  { key: 'met', question: 'How we met, or how I would like to' },
  { key: 'neighbours', question: 'My neighbours know me as' },
  { key: 'invite', question: 'Invite me to' },
]
