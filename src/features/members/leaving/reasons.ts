/** Why somebody leaves: values on the wire and labels. Nobody has to say. */
export const leavingReasons = [
  { value: 'metSomebody', label: 'I have met somebody' },
  { value: 'tooFewPeople', label: 'Too few people near me' },
  { value: 'notForMe', label: 'It is not for me' },
  { value: 'people', label: 'How people behaved' },
  { value: 'price', label: 'What it costs' },
  { value: 'mails', label: 'Too many mails' },
  { value: 'privacy', label: 'My privacy' },
  { value: 'break', label: 'I need a break' },
  { value: 'other', label: 'Something else' },
] as const

export const MAX_LEAVING_WORDS = 1000

export const COPY_SECTION = '/profile/edit/settings?screen=leaving#copy'
