/** What is known of an act when it happens: numbers alone, never a word of a text. */
type LetterFeatures = {
  act: 'letter'
  /** 1 or 0, as all that is either so or not. */
  isFirst: number
  hasContact: number
  asksMoney: number
  /** Conversations begun within an hour, with this one. */
  firstsInHour: number
  /** Of 24 hours, with this message. */
  recipientsInDay: number
  unansweredInDay: number
  contactsInDay: number
  moneyInDay: number
  copiesTo: number
  /** Other accounts that sent the same words. */
  copiesFrom: number
  accountDays: number
}
type RegistrationFeatures = { act: 'registration'; fromDevice: number; fromNetwork: number; isKnown: number }
type PaymentFeatures = { act: 'payment'; failuresInDay: number }
type ProfileFeatures = { act: 'profile'; hasContact: number; asksMoney: number; accountDays: number }
export type Features = LetterFeatures | RegistrationFeatures | PaymentFeatures | ProfileFeatures
type Act = Features['act']

/**
 * `warn`: the recipient reads a warning below the message. `slow`: no new conversations for an hour. `review`: no new
 * conversations until staff have looked, three days at most. `queue`: staff look at it. `hold`: the recipient gets the first
 * message once staff have looked, ten minutes later at most. The sender of what asks for
 * money or leads elsewhere is asked before, by its words (features/moderation/message-rules.ts).
 */
export type Effect = 'warn' | 'slow' | 'review' | 'queue' | 'hold'

export const effectWords: Readonly<Record<Effect, string>> = {
  warn: 'the recipient is warned',
  slow: 'no new conversations for an hour',
  review: 'no new conversations until staff have looked',
  queue: 'a job for staff',
  hold: 'the first message waits ten minutes for staff',
}

export const ruleIds = [
  'copies',
  'copiesOfOthers',
  'manyFirsts',
  'unanswered',
  'contacts',
  'money',
  'opener',
  'device',
  'network',
  'comesBack',
  'payments',
  'profile',
] as const
export type RuleId = (typeof ruleIds)[number]

export type FraudRule = {
  id: RuleId
  act: Act
  when(features: Features): boolean
  /** For staff. */
  because: string
  effects: readonly Effect[]
  since: string
  /** Who answers for it. */
  owner: 'moderation' | 'billing'
  /** As it ships: a rule in shadow is recorded and does nothing. Staff switch it. */
  shadow: boolean
}

type RuleOf<A extends Act> = Omit<FraudRule, 'act' | 'when'> & { when(features: Extract<Features, { act: A }>): boolean }

function about<A extends Act>(act: A, { when, ...rule }: RuleOf<A>): FraudRule {
  return { ...rule, act, when: (features) => features.act === act && when(features as Extract<Features, { act: A }>) }
}

const since = '2026-11-23'

export const fraudRules: readonly FraudRule[] = [
  about('letter', {
    id: 'copies',
    when: ({ isFirst, copiesTo }) => isFirst === 1 && copiesTo >= 5,
    because: 'The same words went to five people or more within a day, each time as a first message.',
    effects: ['warn', 'slow', 'queue'],
    since,
    owner: 'moderation',
    shadow: false,
  }),
  about('letter', {
    id: 'copiesOfOthers',
    when: ({ isFirst, copiesFrom }) => isFirst === 1 && copiesFrom >= 2,
    because: 'Two other accounts or more sent the same words within a day.',
    effects: ['queue'],
    since,
    owner: 'moderation',
    shadow: true,
  }),
  about('letter', {
    id: 'manyFirsts',
    when: ({ isFirst, firstsInHour }) => isFirst === 1 && firstsInHour >= 15,
    because: 'Fifteen conversations or more were begun within an hour.',
    effects: ['slow'],
    since,
    owner: 'moderation',
    shadow: false,
  }),
  about('letter', {
    id: 'unanswered',
    when: ({ isFirst, recipientsInDay, unansweredInDay }) => isFirst === 1 && recipientsInDay >= 10 && unansweredInDay / recipientsInDay >= 0.9,
    because: 'Ten people or more were written to within a day, and nine of ten did not answer.',
    effects: ['queue'],
    since,
    owner: 'moderation',
    shadow: true,
  }),
  about('letter', {
    id: 'contacts',
    when: ({ isFirst, hasContact, contactsInDay }) => isFirst === 1 && hasContact === 1 && contactsInDay >= 3,
    because: 'Three first messages or more within a day hold a link, a number or another place to meet.',
    effects: ['hold', 'slow', 'queue'],
    since,
    owner: 'moderation',
    shadow: false,
  }),
  about('letter', {
    id: 'money',
    when: ({ asksMoney, moneyInDay, accountDays }) => asksMoney === 1 && (moneyInDay >= 2 || accountDays < 7),
    because: 'Money, gift cards or coins are asked for, by a new account or more than one person within a day.',
    effects: ['queue'],
    since,
    owner: 'moderation',
    shadow: false,
  }),
  about('letter', {
    id: 'opener',
    when: ({ isFirst, asksMoney, accountDays }) => isFirst === 1 && asksMoney === 1 && accountDays < 7,
    because: 'The first message of a new account asks for money, gift cards or coins.',
    effects: ['hold', 'queue'],
    since,
    owner: 'moderation',
    shadow: true,
  }),
  about('registration', {
    id: 'device',
    when: ({ fromDevice }) => fromDevice >= 3,
    because: 'Three accounts or more were made on one device within a day.',
    effects: ['queue'],
    since,
    owner: 'moderation',
    shadow: false,
  }),
  about('registration', {
    id: 'network',
    when: ({ fromNetwork }) => fromNetwork >= 10,
    because: 'Ten accounts or more were made in one network within a day. Many may share one.',
    effects: ['queue'],
    since,
    owner: 'moderation',
    shadow: true,
  }),
  about('registration', {
    id: 'comesBack',
    when: ({ isKnown }) => isKnown === 1,
    because: 'The e-mail address is that of somebody who was banned for fraud.',
    effects: ['review', 'queue'],
    since,
    owner: 'moderation',
    shadow: false,
  }),
  about('payment', {
    id: 'payments',
    when: ({ failuresInDay }) => failuresInDay >= 5,
    because: 'Five payments or more failed within a day.',
    effects: ['queue'],
    since,
    owner: 'billing',
    shadow: false,
  }),
  about('profile', {
    id: 'profile',
    when: ({ hasContact, asksMoney, accountDays }) => asksMoney === 1 || (hasContact === 1 && accountDays < 30),
    because: 'The profile asks for money, or that of a new account leads to another place.',
    effects: ['queue'],
    since,
    owner: 'moderation',
    shadow: true,
  }),
]

export function rulesFiredBy(features: Features): FraudRule[] {
  return fraudRules.filter((rule) => rule.when(features))
}

type FeatureName<F = Features> = F extends Features ? Exclude<keyof F, 'act'> : never

const plural = (one: string, many: string) => (count: number) => `${count} ${count === 1 ? one : many}`
const ifSo = (words: string) => (value: number) => (value === 1 ? words : null)

const featureWords: Readonly<Record<FeatureName, (value: number) => string | null>> = {
  isFirst: ifSo('a first message'),
  hasContact: ifSo('a link, a number or another place'),
  asksMoney: ifSo('asks for money'),
  firstsInHour: plural('conversation begun within an hour', 'conversations begun within an hour'),
  recipientsInDay: plural('recipient within a day', 'recipients within a day'),
  unansweredInDay: plural('of them has not answered', 'of them have not answered'),
  contactsInDay: plural('message with a contact within a day', 'messages with a contact within a day'),
  moneyInDay: plural('message about money within a day', 'messages about money within a day'),
  copiesTo: plural('person got these words', 'people got these words'),
  copiesFrom: plural('other account sent these words', 'other accounts sent these words'),
  accountDays: plural('day since joining', 'days since joining'),
  fromDevice: plural('account on this device within a day', 'accounts on this device within a day'),
  fromNetwork: plural('account in this network within a day', 'accounts in this network within a day'),
  isKnown: ifSo('the address of somebody banned for fraud'),
  failuresInDay: plural('failed payment within a day', 'failed payments within a day'),
}

/** Stored features for staff; what an older version stored and no word is for is left out. */
export function featuresInWords(features: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(featureWords).flatMap(([name, wordsOf]) => {
    const value = Object.hasOwn(features, name) ? features[name] : null
    return (typeof value === 'number' ? wordsOf(value) : null) ?? []
  })
}

export const SLOW_MINUTES = 60
export const HOLD_MINUTES = 10
/** Longer than the hold, since nobody may be there; what is overdue then raises an alarm. */
export const HOLD_JOB_DUE_HOURS = 1
export const REVIEW_DAYS = 3
export const JOB_DUE_HOURS = 24

/** Why a rule is there; of one that is no more its id. */
export function ruleWords(id: string): string {
  return fraudRules.find((rule) => rule.id === id)?.because ?? id
}
