import type { Brand } from '#sites/site.ts'

/** What is known of an act when it happens: numbers alone, never a word of a text. */
type MessageFeatures = {
  act: 'message'
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
type RegistrationFeatures = {
  act: 'registration'
  fromDevice: number
  fromNetwork: number
  isKnown: number
}
type PaymentFeatures = { act: 'payment'; failuresInDay: number }
type ProfileFeatures = {
  act: 'profile'
  hasContact: number
  asksMoney: number
  accountDays: number
}
export type Features = MessageFeatures | RegistrationFeatures | PaymentFeatures | ProfileFeatures
type Act = Features['act']

/**
 * `warn`: the recipient reads a warning below the message. `slow`: no new conversations for an
 * hour. `review`: no new conversations until staff have looked, three days at most. `queue`: staff
 * look at it. `hold`: the recipient gets the first message once staff have looked, ten minutes
 * later at most. The sender of what asks for money or leads elsewhere is asked before, by its words
 * (features/core/rules/message-rules.ts).
 */
export type Effect = 'warn' | 'slow' | 'review' | 'queue' | 'hold'

export const effectWords: Readonly<Record<Effect, string>> = {
  warn: 'the recipient is warned',
  slow: 'no new conversations for an hour',
  review: 'no new conversations until staff have looked',
  queue: 'a task for staff',
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

export function isRule(word: string | null): word is RuleId {
  return (ruleIds as readonly (string | null)[]).includes(word)
}

/** From which numbers the rules of a brand fire. */
export type Numbers = Brand['enforcement']['fraud']

export const numberWords: Readonly<Record<keyof Numbers, string>> = {
  copiesTo: 'people who get the same words within a day',
  copiesFrom: 'other accounts that send the same words within a day',
  firstsInHour: 'conversations begun within an hour',
  recipientsInDay: 'recipients within a day, of whom hardly anybody answers',
  unansweredShare: 'share of them who have not answered',
  contactsInDay: 'first messages with a contact within a day',
  moneyInDay: 'messages about money within a day',
  newDays: 'days for which an account that asks for money is new',
  newProfileDays: 'days for which an account whose profile leads elsewhere is new',
  fromDevice: 'accounts made on one device within a day',
  fromNetwork: 'accounts made in one network within a day',
  failuresInDay: 'failed payments within a day',
}

export type FraudRule = {
  id: RuleId
  act: Act
  when(features: Features, from: Numbers): boolean
  /** For staff. */
  because: string
  effects: readonly Effect[]
  since: string
  /** Who answers for it. */
  owner: 'moderation' | 'billing'
  /** As it ships: a rule in shadow is recorded and does nothing. Staff switch it. */
  shadow: boolean
}

type RuleOf<A extends Act> = Omit<FraudRule, 'act' | 'when'> & {
  when(features: Extract<Features, { act: A }>, from: Numbers): boolean
}

function about<A extends Act>(act: A, { when, ...rule }: RuleOf<A>): FraudRule {
  return {
    ...rule,
    act,
    when: (features, from) =>
      features.act === act && when(features as Extract<Features, { act: A }>, from),
  }
}

const since = '2026-11-23'

export const fraudRules: readonly FraudRule[] = [
  about('message', {
    id: 'copies',
    when: ({ isFirst, copiesTo }, from) => isFirst === 1 && copiesTo >= from.copiesTo,
    because: 'The same words went to several people within a day, each time as a first message.',
    effects: ['warn', 'slow', 'queue'],
    since,
    owner: 'moderation',
    shadow: false,
  }),
  about('message', {
    id: 'copiesOfOthers',
    when: ({ isFirst, copiesFrom }, from) => isFirst === 1 && copiesFrom >= from.copiesFrom,
    because: 'Other accounts sent the same words within a day.',
    effects: ['queue'],
    since,
    owner: 'moderation',
    shadow: true,
  }),
  about('message', {
    id: 'manyFirsts',
    when: ({ isFirst, firstsInHour }, from) => isFirst === 1 && firstsInHour >= from.firstsInHour,
    because: 'Many conversations were begun within an hour.',
    effects: ['slow'],
    since,
    owner: 'moderation',
    shadow: false,
  }),
  about('message', {
    id: 'unanswered',
    when: ({ isFirst, recipientsInDay, unansweredInDay }, from) =>
      isFirst === 1 &&
      recipientsInDay >= from.recipientsInDay &&
      unansweredInDay / recipientsInDay >= from.unansweredShare,
    because: 'Many people were written to within a day, and hardly anybody answered.',
    effects: ['queue'],
    since,
    owner: 'moderation',
    shadow: true,
  }),
  about('message', {
    id: 'contacts',
    when: ({ isFirst, hasContact, contactsInDay }, from) =>
      isFirst === 1 && hasContact === 1 && contactsInDay >= from.contactsInDay,
    because: 'Several first messages within a day hold a link, a number or another place to meet.',
    effects: ['hold', 'slow', 'queue'],
    since,
    owner: 'moderation',
    shadow: false,
  }),
  about('message', {
    id: 'money',
    when: ({ asksMoney, moneyInDay, accountDays }, from) =>
      asksMoney === 1 && (moneyInDay >= from.moneyInDay || accountDays < from.newDays),
    because:
      'Money, gift cards or coins are asked for, by a new account or more than one person within a day.',
    effects: ['queue'],
    since,
    owner: 'moderation',
    shadow: false,
  }),
  about('message', {
    id: 'opener',
    when: ({ isFirst, asksMoney, accountDays }, from) =>
      isFirst === 1 && asksMoney === 1 && accountDays < from.newDays,
    because: 'The first message of a new account asks for money, gift cards or coins.',
    effects: ['hold', 'queue'],
    since,
    owner: 'moderation',
    shadow: true,
  }),
  about('registration', {
    id: 'device',
    when: ({ fromDevice }, from) => fromDevice >= from.fromDevice,
    because: 'Several accounts were made on one device within a day.',
    effects: ['queue'],
    since,
    owner: 'moderation',
    shadow: false,
  }),
  about('registration', {
    id: 'network',
    when: ({ fromNetwork }, from) => fromNetwork >= from.fromNetwork,
    because: 'Many accounts were made in one network within a day. Many may share one.',
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
    when: ({ failuresInDay }, from) => failuresInDay >= from.failuresInDay,
    because: 'Several payments failed within a day.',
    effects: ['queue'],
    since,
    owner: 'billing',
    shadow: false,
  }),
  about('profile', {
    id: 'profile',
    when: ({ hasContact, asksMoney, accountDays }, from) =>
      asksMoney === 1 || (hasContact === 1 && accountDays < from.newProfileDays),
    because: 'The profile asks for money, or that of a new account leads to another place.',
    effects: ['queue'],
    since,
    owner: 'moderation',
    shadow: true,
  }),
]

export function rulesFiredBy(features: Features, from: Numbers): FraudRule[] {
  return fraudRules.filter((rule) => rule.when(features, from))
}

type FeatureName<F = Features> = F extends Features ? Exclude<keyof F, 'act'> : never

const plural = (one: string, many: string) => (count: number) =>
  `${count} ${count === 1 ? one : many}`
const ifSo = (words: string) => (value: number) => (value === 1 ? words : null)

const featureWords: Readonly<Record<FeatureName, (value: number) => string | null>> = {
  isFirst: ifSo('a first message'),
  hasContact: ifSo('a link, a number or another place'),
  asksMoney: ifSo('asks for money'),
  firstsInHour: plural('conversation begun within an hour', 'conversations begun within an hour'),
  recipientsInDay: plural('recipient within a day', 'recipients within a day'),
  unansweredInDay: plural('of them has not answered', 'of them have not answered'),
  contactsInDay: plural(
    'message with a contact within a day',
    'messages with a contact within a day',
  ),
  moneyInDay: plural('message about money within a day', 'messages about money within a day'),
  copiesTo: plural('person got these words', 'people got these words'),
  copiesFrom: plural('other account sent these words', 'other accounts sent these words'),
  accountDays: plural('day since joining', 'days since joining'),
  fromDevice: plural('account on this device within a day', 'accounts on this device within a day'),
  fromNetwork: plural(
    'account in this network within a day',
    'accounts in this network within a day',
  ),
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
export const HOLD_TASK_DUE_HOURS = 1
export const REVIEW_DAYS = 3
export const TASK_DUE_HOURS = 24

/** Why a rule is there; of one that is no more its id. */
export function ruleWords(id: string): string {
  return fraudRules.find((rule) => rule.id === id)?.because ?? id
}
