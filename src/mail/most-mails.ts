/**
 * How many mails of a kind go to one mailbox in an hour, counted where all mails pass, in the
 * queue. What is more is not sent, and whoever asked for it hears the same as always: the answer
 * would say whose address it is.
 */
const MOST = 6

/**
 * Kinds of which each is about a matter of its own, and which only staff, a processor of payments,
 * a decision or the time brings about: none of them may be missing, and nobody else can send many.
 * What somebody enters an address for is among them only where a limit of its own says so.
 */
const owed: ReadonlySet<string> = new Set([
  // Money: a receipt for each charge, and what follows from it.
  ...[
    'receipt',
    'renewalReceipt',
    'trialReminder',
    'renewalReminder',
    'paidTwice',
    'refunded',
    'renewalDeclined',
    'renewalGraceOver',
    'renewalEnded',
  ],
  // Decisions about somebody or about what they reported, with their reasons; warnings after one.
  ...[
    'decision',
    'decisionTakenBack',
    'reportActed',
    'reportNoBreach',
    'removalAnswered',
    'poseDecided',
  ],
  ...['messageWithheld', 'messagePassedOn', 'fraudNotice', 'termsNotice', 'dateCheckIn'],
  // Due by law to whoever asks for a removal; its own limit knows trusted flaggers, who send many.
  'removalReceived',
  // A new link voids the one before, so none may be made that is not sent: its own limit is where
  // it is made.
  'reset',
  // What staff write, and what is for staff.
  ...[
    'ticketAnswer',
    'ticket',
    'declarationForSupport',
    'deadlines',
    'board',
    'postbacksStopped',
    'payouts',
  ],
])

/**
 * Notices of what was changed in an account go to its owner, who needs them the more the more is
 * changed.
 */
const notices: ReadonlySet<string> = new Set([
  ...[
    'passwordChanged',
    'passkeyAdded',
    'passkeyRemoved',
    'usernameChanged',
    'accountChanged',
    'emailChangeAsked',
    'addressOffered',
    'emailChanged',
    'secondFactor',
    'guessed',
  ],
])
const MOST_NOTICES = 20

export const mailKinds = [...owed, ...notices]

/** Null for those that are not counted. */
export function mostInAnHour(kind: string): number | null {
  if (owed.has(kind)) return null
  return notices.has(kind) ? MOST_NOTICES : MOST
}
