import type { PictureSubject } from '#core/tasks/tasks.ts'
import { DAY } from '#lib/clock.ts'
import type { Brand } from '#sites/site.ts'

/** What staff can decide, from the mildest; `restore` gives back what an earlier decision took. */
export const acts = [
  'none',
  'hidePhoto',
  'removeText',
  'warn',
  'limit',
  'suspend',
  'ban',
  'restore',
] as const
export type Act = (typeof acts)[number]

type ActRow = {
  label: string
  takes: 'nothing' | 'photo' | 'text' | 'some' | 'account'
  strikes: boolean
  lasts: boolean
  concerns: 'thing' | 'person'
}

/**
 * `takes`: what the member loses; `strikes`: whether it counts against later decisions; `lasts`:
 * whether it has an end. `concerns`: the thing that was looked at alone, so that nothing is left to
 * decide where that is gone; or the person.
 */
export const actTable: Readonly<Record<Act, ActRow>> = {
  none: {
    label: 'No breach: do nothing',
    takes: 'nothing',
    strikes: false,
    lasts: false,
    concerns: 'thing',
  },
  hidePhoto: {
    label: 'Hide the photo',
    takes: 'photo',
    strikes: true,
    lasts: false,
    concerns: 'thing',
  },
  removeText: {
    label: 'Remove the text',
    takes: 'text',
    strikes: true,
    lasts: false,
    concerns: 'thing',
  },
  warn: { label: 'Warn', takes: 'nothing', strikes: true, lasts: false, concerns: 'person' },
  limit: {
    label: 'No first messages for some days',
    takes: 'some',
    strikes: true,
    lasts: true,
    concerns: 'person',
  },
  suspend: {
    label: 'Suspend for some days',
    takes: 'account',
    strikes: true,
    lasts: true,
    concerns: 'person',
  },
  ban: {
    label: 'Close the account for good',
    takes: 'account',
    strikes: true,
    lasts: false,
    concerns: 'person',
  },
  restore: {
    label: 'Give back what was taken',
    takes: 'nothing',
    strikes: false,
    lasts: false,
    concerns: 'person',
  },
}

/** What can be decided about a text or an account on a request for removal. */
export const removalActs = [
  'removeText',
  'warn',
  'limit',
  'suspend',
  'ban',
] as const satisfies readonly Act[]

export function answersRemoval(act: Act): boolean {
  return (removalActs as readonly Act[]).includes(act)
}

/** What a member wrote that can be removed; instead of a username they get a generated one. */
export const textParts = ['username', 'headline', 'about', 'prompt', 'update'] as const
export type TextPart = (typeof textParts)[number]

export const scopes = ['brand', 'network'] as const
export type EnforcementScope = (typeof scopes)[number]

/**
 * Whether an act can hold on one brand alone: it closes that one. Words, photos, limits and what
 * counts are the same everywhere.
 */
export function mayHoldOnOne(act: Act): boolean {
  return actTable[act].takes === 'account'
}

/**
 * A text as a form names it: `about`, or `prompt-12` of those of which there are several; after `~`
 * the key of its words as they were looked at.
 */
export const TEXT = /^(?:username|headline|about|(?:prompt|update)-[1-9]\d{0,14})(?:~[\da-f]{32})?$/

type TextSubject = { kind: 'text'; id: number; part: TextPart }

/** A photo as a form names it: its number, and after `~` its key as it was looked at. */
export const PHOTO = /^[1-9]\d{0,14}~[\w-]{1,64}$/

export function photoNamed(name: string): { id: number; key: string } {
  const [id, key = ''] = name.split('~')
  return { id: Number(id), key }
}

/** `key` is undefined where the name has none. */
export function textOf(
  name: string,
  accountId: number,
): { subject: TextSubject; key: string | undefined } | null {
  const [, word, id, key] = /^(\w+)(?:-(\d+))?(?:~(\w+))?$/.exec(name) ?? []
  const part = textParts.find((one) => one === word)
  return part === undefined
    ? null
    : { subject: { kind: 'text', part, id: id === undefined ? accountId : Number(id) }, key }
}

/** Of `viewOnce` the id is that of its message. */
export type Subject = { kind: PictureSubject | 'account'; id: number } | TextSubject

export function isPictureKind(kind: string | null | undefined): kind is PictureSubject {
  return kind === 'photo' || kind === 'viewOnce' || kind === 'chatPhoto'
}

type Ground = { kind: 'terms'; section: string } | { kind: 'law'; law: string }

const treatment: Ground = { kind: 'terms', section: 'How we treat each other' }
const photos: Ground = { kind: 'terms', section: 'Photos' }

type PolicyRow = { label: string; text: string; ground: Ground; counts?: false }

/**
 * The rules that a decision can rest on; members read `text` and where it stands. `counts: false`:
 * a breach gives no strikes.
 */
const policyTable = {
  none: { label: 'No rule', text: 'We found no breach of our rules.', ground: treatment },
  underage: {
    label: 'Under 18',
    text: 'Members are 18 or older, and nothing here concerns anybody under 18 in a sexual way.',
    ground: { kind: 'terms', section: 'Who may join' },
  },
  harassment: {
    label: 'Threats, insults, stalking, hatred',
    text: 'Nobody threatens, insults, stalks or blackmails anybody, or incites hatred.',
    ground: treatment,
  },
  scam: {
    label: 'Fraud, asking for money',
    text: 'Nobody deceives others, or asks them for money or gifts.',
    ground: treatment,
  },
  spam: {
    label: 'Advertising, bulk messages',
    text: 'Nobody advertises, or sends the same words to many.',
    ground: treatment,
  },
  sexualServices: {
    label: 'Sexual services for money',
    text: 'Nobody offers or asks for sexual services for money.',
    ground: treatment,
  },
  impersonation: {
    label: 'Somebody else’s identity',
    text: 'A profile is about the person who made it, and its photos show them.',
    ground: photos,
  },
  nudity: {
    label: 'Nudity in a public photo',
    text: 'Photos that every member can see are free of nudity.',
    ground: photos,
  },
  photoRules: {
    label: 'Photo against the rules',
    text: 'A photo shows its owner, gives away no address or number, and advertises nothing.',
    ground: photos,
  },
  violentPhoto: {
    label: 'Violence, weapons or drugs in a photo',
    text: 'A photo shows no violence, weapons or drugs.',
    ground: photos,
  },
  unfitPhoto: {
    label: 'Photo that shows nobody, or too little',
    text: 'A photo shows its owner, so that they can be recognised.',
    ground: photos,
    counts: false,
  },
  depicted: {
    label: 'Others in a photo who have not agreed',
    text: 'A photo shows its owner, or people who have agreed to be shown here.',
    ground: photos,
  },
  minorInPhoto: {
    label: 'Somebody in a photo who looks under 18',
    text: 'Nobody in a photo is under 18 or looks so.',
    ground: photos,
  },
  copyright: {
    label: 'A work of somebody else',
    text: 'Whoever adds a photo has the right to use it.',
    ground: photos,
  },
  contactDetails: {
    label: 'Addresses or numbers in a text',
    text: 'Nobody publishes names, addresses or pictures of others, or numbers and links to elsewhere.',
    ground: treatment,
  },
  intimateImage: {
    label: 'Intimate picture without consent',
    text: 'An intimate picture is shown only where everybody in it has agreed.',
    ground: {
      kind: 'law',
      law: 'the laws against intimate pictures that are shown without consent',
    },
  },
  illegal: {
    label: 'Forbidden by law',
    text: 'Nothing is done here that the law forbids.',
    ground: { kind: 'law', law: 'the law that the facts name' },
  },
  evasion: {
    label: 'Getting round a decision',
    text: 'Nobody gets round what protects the site, such as a closed account.',
    ground: treatment,
  },
} as const satisfies Record<string, PolicyRow>

export type Policy = keyof typeof policyTable
export const policies = Object.keys(policyTable) as [Policy, ...Policy[]]

export function policyOf(policy: Policy): PolicyRow {
  return policyTable[policy]
}

export const severities = ['low', 'medium', 'high', 'critical'] as const
export type Severity = (typeof severities)[number]

/** Strikes of a breach, and after how many days they no longer count; null: never. */
export const severityTable: Readonly<
  Record<Severity, { label: string; weight: number; days: number | null }>
> = {
  low: { label: 'Low', weight: 1, days: 90 },
  medium: { label: 'Medium', weight: 2, days: 180 },
  high: { label: 'High', weight: 4, days: 365 },
  critical: { label: 'Critical', weight: 8, days: null },
}

export type Threshold = Brand['enforcement']['thresholds'][number]

export type Strike = {
  weight: number
  givenAt: Date
  expiresAt: Date | null
  reversedAt: Date | null
}

/** What counts against a person at a moment: strikes that neither ended nor were taken back. */
export function strikesInForce(strikes: readonly Strike[], at: Date): number {
  return strikes
    .filter(
      ({ givenAt, expiresAt, reversedAt }) =>
        givenAt <= at &&
        (expiresAt === null || expiresAt > at) &&
        (reversedAt === null || reversedAt > at),
    )
    .reduce((sum, { weight }) => sum + weight, 0)
}

/** Null for an act or a rule that gives none. `expiresAt` is null for strikes that never end. */
export function strikeOf(
  act: Act,
  policy: Policy,
  severity: Severity,
  at: Date,
): { weight: number; expiresAt: Date | null } | null {
  if (!actTable[act].strikes || policyOf(policy).counts === false) return null
  const { weight, days } = severityTable[severity]
  return { weight, expiresAt: days === null ? null : new Date(at.getTime() + days * DAY) }
}

export type Recommendation = {
  act: Threshold['act']
  days: number | null
  total: number
  arithmetic: string
}

/**
 * The act that the strikes of before and of this breach come to; the last threshold is reached by a
 * critical breach alone.
 */
export function recommend(
  before: number,
  severity: Severity,
  thresholds: readonly Threshold[],
): Recommendation {
  const { weight } = severityTable[severity]
  const total = before + weight
  const [first] = thresholds
  if (!first) throw new TypeError('a brand has no thresholds')
  const crossed = thresholds.findLast(({ from }) => from <= total) ?? first
  const { act, days, from } = crossed
  return {
    act,
    days,
    total,
    arithmetic: `${before} from before + ${weight} for this = ${total}; from ${from} on: ${inWords(act, days)}`,
  }
}

/** An act with its length, as staff read it. */
export function inWords(act: Act, days: number | null): string {
  const { label } = actTable[act]
  return days === null
    ? label.toLowerCase()
    : `${label.toLowerCase().replace('for some days', `for ${days === 1 ? 'one day' : `${days} days`}`)}`
}

/** `waits`: its ten seconds are not over; `undone`: it never takes effect. */
export const decisionStates = ['waits', 'needsSecond', 'undone', 'holds', 'takenBack'] as const
export type DecisionState = (typeof decisionStates)[number]

export const MAX_DAYS = 365
/** What lasts longer is decided by two. */
export const DAYS_OF_ONE = 30
export const MAX_NOTE = 1000

/** How long a second person has to agree, in milliseconds. */
export const APPROVAL_FOR = DAY

/** An account that was closed for one of these is opened again by two persons. */
export const gravePolicies: ReadonlySet<Policy> = new Set([
  'scam',
  'underage',
  'intimateImage',
  'illegal',
  'evasion',
])
