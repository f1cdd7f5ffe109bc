import { promptsOf } from '../prompts.ts'

export const prompts = promptsOf({
  table: 'I bring to the table',
  dish: 'The dish I am asked to make again',
  host: 'As a host, I am known for',
  guest: 'The guest I hope sits next to me',
  toast: 'I would raise a glass to',
  seconds: 'I never say no to a second helping of',
  story: 'The story I tell after the second glass',
  manners: 'Good manners, to me, are',
  late: 'What keeps me at the table until late',
  met: 'How we met, or how I would like to',
  neighbours: 'My neighbours know me as',
  invite: 'Invite me to',
})
