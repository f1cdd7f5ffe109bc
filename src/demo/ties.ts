import type { ReportReason } from '../features/members/reports/reporting/report-reasons.ts'
import { DAY, HOUR, later, MINUTE } from '../lib/clock.ts'
import { castNames } from './cast.ts'
import {
  addWrittenConversations,
  type Correspondence,
  type DemoMessage,
  startConversation,
} from './correspondence.ts'
import { type DemoPerson, pairKey } from './people.ts'
import { type Random, randomFrom } from './random.ts'

type Between = { from: number; to: number; at: Date }
type DemoReport = Between & {
  brand: string
  reason: ReportReason
  details: string
  closedAt: Date | null
  outcome: string | null
}

/** `linkedAt`: null while the invitation waits. */
type DemoPartners = { inviter: number; invitee: number; invitedAt: Date; linkedAt: Date | null }

/** What happened between people; each entry is at a time when its author was online. */
export type Ties = Correspondence & {
  views: Between[]
  likes: Between[]
  matches: Array<{ low: number; high: number; at: Date }>
  blocks: Between[]
  reports: DemoReport[]
  partners: DemoPartners[]
}

/** Makes ties among these people only, so that a network of any size can be made in batches. */
export function makeTies(seed: string, people: readonly DemoPerson[], now: Date): Ties {
  const random = randomFrom(`${seed}:ties:${people[0]?.id ?? 0}`)
  const byId = new Map(people.map((person) => [person.id, person]))
  const inCountry = Map.groupBy(people, (person) => person.place.country)
  const inTown = Map.groupBy(people, (person) => person.place.place_name)
  const ties: Ties = {
    views: [],
    likes: [],
    matches: [],
    blocks: [],
    reports: [],
    grants: [],
    partners: [],
    conversations: [],
  }
  const blocked = makeBlocks(random, people, now, ties)
  const views = new PairTimes()
  const likes = new PairTimes()

  const look = (from: DemoPerson, to: DemoPerson) => {
    const at = momentOf(random, from, to)
    if (at !== null && !blocked.has(pairKey(from.id, to.id))) views.note(from.id, to.id, at)
    return at
  }
  const like = (from: DemoPerson, to: DemoPerson) => {
    const seenAt = views.get(from.id, to.id) ?? look(from, to)
    if (seenAt === null || !views.has(from.id, to.id)) return
    const at = later(seenAt, random.int(5, 240) * 1000)
    likes.note(from.id, to.id, at > from.lastSeenAt ? seenAt : at)
  }

  for (const person of people) {
    const isNamed = person.id <= castNames.length
    const around =
      (isNamed ? inTown.get(person.place.place_name) : inCountry.get(person.place.country)) ??
      people
    for (let count = random.int(3, isNamed ? 24 : 18); count > 0; count -= 1) {
      const other = findSomebody(random, person, random.chance(0.85) ? around : people)
      if (!other) continue
      look(person, other)
      if (random.chance(0.42)) like(person, other)
      if (random.chance(0.35)) look(other, person)
    }
    // The named members need entries in every list.
    for (let count = isNamed ? 22 : 0; count > 0; count -= 1) {
      const other = findSomebody(random, person, around)
      if (!other) continue
      look(other, person)
      if (random.chance(0.6)) like(other, person)
    }
  }
  for (const [from, to] of likes.pairs()) {
    const [one, other] = [byId.get(from), byId.get(to)]
    if (one && other && suits(other, one) && random.chance(0.3)) like(other, one)
  }

  ties.views = views.all()
  ties.likes = likes.all()
  for (const { from, to, at } of ties.likes) {
    const back = likes.get(to, from)
    if (from < to && back) ties.matches.push({ low: from, high: to, at: at > back ? at : back })
  }
  for (const { low, high, at } of ties.matches) {
    const [one, other] = [byId.get(low), byId.get(high)]
    if (!one || !other) continue
    if (random.chance(0.7) || low <= castNames.length)
      startConversation(random, one, other, ties, now)
    grantPrivatePhotos(random, one, other, at, ties)
    grantPrivatePhotos(random, other, one, at, ties)
  }
  const met = new Set(ties.conversations.map(({ low, high }) => pairKey(low, high)))
  for (const { from, to } of ties.likes) {
    const [one, other] = [byId.get(from), byId.get(to)]
    if (!one || !other || met.has(pairKey(from, to)) || !random.chance(0.06)) continue
    met.add(pairKey(from, to))
    startConversation(random, one, other, ties, now)
  }
  addWrittenConversations(people, now, ties)
  makeReports(random, people, byId, now, ties)
  linkPartners(randomFrom(`${seed}:partners:${people[0]?.id ?? 0}`), people, byId, now, ties)
  return ties
}

/**
 * Whether `other` looks for `one`'s gender and their ages fit: the younger is at least half the
 * elder's age plus seven.
 */
function suits(one: DemoPerson, other: DemoPerson): boolean {
  const [younger, elder] = [Math.min(one.age, other.age), Math.max(one.age, other.age)]
  return other.lookingFor.includes(one.gender) && elder - younger <= 16 && younger >= elder / 2 + 7
}

function findSomebody(
  random: Random,
  person: DemoPerson,
  among: readonly DemoPerson[],
): DemoPerson | null {
  for (let attempt = 0; attempt < 30; attempt += 1) {
    // The exponent makes some members more popular than others.
    const other = among[Math.floor(random.next() ** 1.4 * among.length)]
    if (
      other &&
      other.id !== person.id &&
      suits(other, person) &&
      (attempt > 20 || suits(person, other))
    )
      return other
  }
  return null
}

/** When `from` was online and both were members, mostly a recent time; null if there is none. */
function momentOf(random: Random, from: DemoPerson, to: DemoPerson): Date | null {
  const start = Math.max(from.joinedAt.getTime(), to.joinedAt.getTime())
  const span = from.lastSeenAt.getTime() - start
  return span <= 0 ? null : new Date(start + Math.floor(span * (1 - random.next() ** 2.5)))
}

function grantPrivatePhotos(
  random: Random,
  owner: DemoPerson,
  viewer: DemoPerson,
  at: Date,
  ties: Ties,
): void {
  if (!owner.photos.some((photo) => photo.isPrivate) || !random.chance(0.6)) return
  const answered = later(at, random.int(1, 40) * HOUR)
  ties.grants.push({
    owner: owner.id,
    viewer: viewer.id,
    requestedAt: at,
    grantedAt: answered < owner.lastSeenAt && random.chance(0.7) ? answered : null,
  })
}

/** A few of those who matched and joined on the same site; Carol's invitation waits for Alice. */
function linkPartners(
  random: Random,
  people: readonly DemoPerson[],
  byId: ReadonlyMap<number, DemoPerson>,
  now: Date,
  ties: Ties,
): void {
  const [alice, , carol] = people
  if (alice?.username === 'alice' && carol)
    ties.partners.push({
      inviter: carol.id,
      invitee: alice.id,
      invitedAt: later(now, -2 * DAY),
      linkedAt: null,
    })
  const linked = new Set<number>()
  for (const { low, high, at } of ties.matches) {
    const [one, other] = [byId.get(low), byId.get(high)]
    if (
      low <= castNames.length ||
      one?.brand !== other?.brand ||
      linked.has(low) ||
      linked.has(high) ||
      !random.chance(0.1)
    )
      continue
    for (const id of [low, high]) linked.add(id)
    ties.partners.push({ inviter: low, invitee: high, invitedAt: at, linkedAt: at })
  }
}

function makeBlocks(
  random: Random,
  people: readonly DemoPerson[],
  now: Date,
  ties: Ties,
): Set<string> {
  const [alice, , , dan] = people
  const pairs: Array<[DemoPerson, DemoPerson]> =
    alice?.username === 'alice' && dan ? [[alice, dan]] : []
  for (let count = Math.floor(people.length / 100); count > 0; count -= 1) {
    const [one, other] = [random.pick(people), random.pick(people)]
    if (one !== other && Math.min(one.id, other.id) > castNames.length) pairs.push([one, other])
  }
  for (const [one, other] of pairs) {
    const at = momentOf(random, one, other) ?? later(now, -DAY)
    ties.blocks.push({ from: one.id, to: other.id, at })
  }
  return new Set(ties.blocks.map(({ from, to }) => pairKey(from, to)))
}

const complaints: ReadonlyArray<readonly [reason: ReportReason, details: string]> = [
  ['scam', 'Sends everybody the same message with a link to another site.'],
  ['harassment', 'Kept writing after I had said no, politely and then plainly.'],
  ['fake', 'The text is copied from my own profile, word for word.'],
  [
    'other',
    'Wanted to continue on another messenger within two lines and got rude when I did not.',
  ],
  ['scam', 'Asked for money for a train ticket. Twice.'],
  ['photos', 'I believe that one of these photos is of somebody else.'],
]

function makeReports(
  random: Random,
  people: readonly DemoPerson[],
  byId: ReadonlyMap<number, DemoPerson>,
  now: Date,
  ties: Ties,
): void {
  const written = ties.conversations.filter(({ messages }) => messages.length > 0)
  for (let count = Math.ceil(people.length / 200); count > 0 && written.length > 0; count -= 1) {
    const { messages } = random.pick(written)
    const first = messages[0] as DemoMessage
    const reporter = byId.get(first.to)
    if (!reporter || Math.min(first.from, first.to) <= castNames.length) continue
    if (ties.reports.some((one) => one.from === first.to && one.to === first.from)) continue
    const soon = later(first.at, random.int(10, 90) * MINUTE)
    const [reason, details] =
      complaints[ties.reports.length % complaints.length] ?? random.pick(complaints)
    // Every other one of the last days is decided; the rest are hours old, and mostly not overdue.
    const isOpen = ties.reports.length % 2 === 0
    const at = isOpen
      ? later(now, -(20 + 47 * ties.reports.length) * MINUTE)
      : later(now, -(2 + ties.reports.length) * DAY)
    const closedAt = isOpen ? null : later(at, random.int(2, 22) * HOUR)
    if (soon > at || (closedAt ?? at) > now) continue
    ties.reports.push({
      from: first.to,
      to: first.from,
      at,
      brand: reporter.brand.id,
      reason,
      details,
      closedAt,
      outcome: closedAt === null ? null : 'acted',
    })
  }
}

/** The time of the first action from one member to another, per ordered pair. */
class PairTimes {
  readonly #times = new Map<number, Map<number, Date>>()

  note(from: number, to: number, at: Date): void {
    const known = this.#times.get(from)
    if (!known) this.#times.set(from, new Map([[to, at]]))
    else if (!known.has(to)) known.set(to, at)
  }

  get(from: number, to: number): Date | undefined {
    return this.#times.get(from)?.get(to)
  }

  has(from: number, to: number): boolean {
    return this.get(from, to) !== undefined
  }

  pairs(): Array<readonly [number, number]> {
    return this.all().map(({ from, to }) => [from, to] as const)
  }

  all(): Between[] {
    return [...this.#times].flatMap(([from, tos]) => [...tos].map(([to, at]) => ({ from, to, at })))
  }
}
