import { HOUR, later, MINUTE } from '../lib/clock.ts'
import { castNames } from './cast.ts'
import { type DemoPerson, pairKey } from './people.ts'
import type { Random } from './random.ts'
import { converse } from './talk.ts'

export type DemoMessage = { from: number; to: number; body: string; at: Date; isRead: boolean }
/** `grants`: of private photos, which are asked for in a conversation. */
export type Correspondence = {
  conversations: Array<{ low: number; high: number; messages: DemoMessage[] }>
  grants: Array<{ owner: number; viewer: number; requestedAt: Date; grantedAt: Date | null }>
}

/**
 * Whether a member could ever write to others: on a credits brand, or with premium now or earlier.
 */
function mayWrite(person: DemoPerson): boolean {
  return person.brand.billing.model === 'credits' || person.firstPremiumAt !== null
}

/** The time from which a member could write. */
function writesFrom(person: DemoPerson): Date {
  return person.brand.billing.model === 'credits'
    ? person.joinedAt
    : (person.firstPremiumAt ?? person.joinedAt)
}

/** The last visit, or the end of premium time if earlier. */
function writesUntil(person: DemoPerson): Date {
  const end = person.premiumUntil
  return end !== null && end < person.lastSeenAt ? end : person.lastSeenAt
}

export function startConversation(
  random: Random,
  one: DemoPerson,
  other: DemoPerson,
  ties: Correspondence,
  now: Date,
): void {
  const [from, to] =
    mayWrite(one) && (random.chance(0.5) || !mayWrite(other)) ? [one, other] : [other, one]
  if (!mayWrite(from)) return
  const answers = mayWrite(to) && random.chance(0.75)
  const lines = converse(random, to, answers)
  const start = Math.max(
    writesFrom(from).getTime(),
    to.joinedAt.getTime(),
    answers ? writesFrom(to).getTime() : 0,
  )
  const bothUntil = Math.min(
    writesUntil(from).getTime(),
    answers ? writesUntil(to).getTime() : Infinity,
  )
  const room = bothUntil - start
  if (room < HOUR) return
  let at = start + Math.floor(room * (1 - random.next() ** 2.5) * 0.98)
  const messages: DemoMessage[] = []
  for (const line of lines) {
    const [writer, reader] = line.from === 0 ? [from, to] : [to, from]
    messages.push({
      from: writer.id,
      to: reader.id,
      body: line.body,
      at: new Date(at),
      isRead: at <= reader.lastSeenAt.getTime() - 5 * MINUTE,
    })
    const pause = random.chance(0.7) ? random.int(1, 25) * MINUTE : random.int(1, 14) * HOUR
    if (at + pause > Math.min(bothUntil, now.getTime())) break
    at += pause
  }
  const last = messages.at(-1)
  // Leaves some last messages unread, more often for the named members.
  if (last && random.chance(last.to <= castNames.length ? 0.6 : 0.3)) last.isRead = false
  ties.conversations.push({
    low: Math.min(one.id, other.id),
    high: Math.max(one.id, other.id),
    messages: unreadOnlyAtTheEnd(messages),
  })
}

/** Gives Alice news for today. */
export function addWrittenConversations(
  people: readonly DemoPerson[],
  now: Date,
  ties: Correspondence,
): void {
  const named = new Map(
    people.slice(0, castNames.length).map((person) => [person.username, person]),
  )
  const [alice, bob] = [named.get('alice'), named.get('bob')]
  if (!alice || !bob) return
  addMessages(ties, now, [
    [
      bob,
      alice,
      4.6,
      'Hello Alice. Old maps! Do you ever find a street that is no longer there, and go to look for it?',
    ],
    [
      bob,
      alice,
      0.6,
      'I walked along the canal this morning and counted three swimmers. Was one of them you?',
    ],
  ])
  ties.grants = ties.grants.filter(({ owner, viewer }) => owner !== alice.id || viewer !== bob.id)
  ties.grants.push({
    owner: alice.id,
    viewer: bob.id,
    requestedAt: later(now, -4.5 * HOUR),
    grantedAt: null,
  })
}

type DatedMessage = readonly [
  writer: DemoPerson,
  reader: DemoPerson,
  hoursAgo: number,
  body: string,
]

/** Replaces any conversation between the two. */
function addMessages(
  ties: Correspondence,
  now: Date,
  lines: readonly [DatedMessage, ...DatedMessage[]],
): void {
  const [[one, other]] = lines
  const messages = lines.map(([writer, reader, hoursAgo, body]) => {
    const at = later(now, -hoursAgo * HOUR)
    return { from: writer.id, to: reader.id, body, at, isRead: at <= reader.lastSeenAt }
  })
  ties.conversations = ties.conversations.filter(
    ({ low, high }) => pairKey(low, high) !== pairKey(one.id, other.id),
  )
  ties.conversations.push({
    low: Math.min(one.id, other.id),
    high: Math.max(one.id, other.id),
    messages,
  })
}

/** Keeps messages unread only after the last one that the recipient has read or answered. */
function unreadOnlyAtTheEnd(messages: DemoMessage[]): DemoMessage[] {
  messages.forEach((message, index) => {
    const after = messages.slice(index + 1)
    if (after.some((one) => one.from === message.to || (one.from === message.from && one.isRead)))
      message.isRead = true
  })
  return messages
}
