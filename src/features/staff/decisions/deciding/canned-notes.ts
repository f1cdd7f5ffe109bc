import type { Policy } from '../decisions.ts'

/**
 * Short sentences for the note to a member, by the rule that is broken: chosen, then made to fit
 * the case.
 */
const byPolicy: Partial<Record<Policy, readonly string[]>> = {
  underage: ['What your profile says leaves us in doubt that you are 18 or older.'],
  harassment: [
    'In a conversation you went on after the other person had asked you to stop.',
    'In a conversation you insulted the other person.',
    'In a conversation you threatened the other person.',
  ],
  scam: [
    'You asked somebody whom you had met here for money or gifts.',
    'You led people to a place elsewhere, where they were asked to pay.',
  ],
  spam: [
    'You sent the same words to many people within a short time.',
    'What you wrote advertises something.',
  ],
  sexualServices: ['In a conversation you offered, or asked for, sexual services for money.'],
  impersonation: ['Your profile and its photos seem to be about somebody else.'],
  nudity: ['A photo that everybody may see shows nudity. A private photo may.'],
  photoRules: [
    'A photo gives away an address or a number.',
    'A photo advertises something.',
    'A photo does not show you.',
  ],
  violentPhoto: ['A photo shows violence, weapons or drugs.'],
  unfitPhoto: ['In this photo you cannot be recognised. Another one is welcome.'],
  depicted: ['A photo shows people of whom we do not know that they agreed.'],
  minorInPhoto: ['Somebody in a photo looks under 18.'],
  copyright: ['Whoever made this work has not allowed its use.'],
  contactDetails: ['A text gives away a name, an address, a number or a link to elsewhere.'],
  intimateImage: ['A picture was shown without the consent of whom it shows.'],
  evasion: ['This account continues one that was closed.'],
}

export function notesOf(policy: Policy): readonly string[] {
  return byPolicy[policy] ?? []
}
