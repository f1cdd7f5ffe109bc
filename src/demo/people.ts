import { hash } from 'node:crypto'
import {
  agesAround,
  MAX_AGE,
  MIN_AGE,
  type Radius,
} from '../features/core/people/first-messages/wishes.ts'
import type { Identity } from '../features/core/people/identity.ts'
import { DAY, HOUR, latestBirthday, later, MINUTE } from '../lib/clock.ts'
import type { Gender } from '../sites/genders.ts'
import type { Brand } from '../sites/site.ts'
import { type Random, randomFrom } from './random.ts'
import { describeSelf, inventUsername } from './self-descriptions.ts'
import type { TakenNames } from './taken-names.ts'
import { demoWords, type Interest } from './words.ts'

export type DemoPlace = {
  country: string
  place_id: number
  place_name: string
  region: string
  latitude: number
  longitude: number
}

type DemoPhoto = {
  key: string
  description: string
  isPrivate: boolean
  isPrimary: boolean
  at: Date
}

/** A demo member without ties to others. */
export type DemoPerson = {
  id: number
  brand: Brand
  username: string
  gender: Gender
  lookingFor: Gender[]
  age: number
  birthday: string
  place: DemoPlace
  headline: string
  about: string
  interests: Interest[]
  joinedAt: Date
  lastSeenAt: Date
  isShownOnOtherBrands: boolean
  isSafe: boolean
  /** Null: never said. */
  wishes: { ageFrom: number; ageTo: number; km: Radius | null } | null
  identity: Identity
  premiumUntil: Date | null
  firstPremiumAt: Date | null
  staffSince: Date | null
  /** The credit pack bought, on a credits brand, and when. */
  bought: { keyword: string; at: Date } | null
  /** The balance to end with; null for any. */
  keepsCredits: number | null
  photos: DemoPhoto[]
  updates: Array<{ body: string; at: Date }>
  /** By the keys of the brand's questions. */
  answers: Readonly<Record<string, string>>
}

/** Fixed values in place of drawn ones, for the named accounts. */
export type PersonWishes = Partial<
  Pick<
    DemoPerson,
    | 'username'
    | 'gender'
    | 'lookingFor'
    | 'age'
    | 'headline'
    | 'about'
    | 'joinedAt'
    | 'lastSeenAt'
    | 'premiumUntil'
    | 'firstPremiumAt'
    | 'staffSince'
    | 'bought'
    | 'keepsCredits'
    | 'isShownOnOtherBrands'
    | 'wishes'
    | 'identity'
    | 'answers'
  >
> & {
  brandId?: string
  country?: string
  town?: string
  photos?: number
  face?: string
  likes?: readonly string[]
  hasPrivatePhoto?: boolean
}

export type World = {
  seed: string
  now: Date
  brands: readonly Brand[]
  /** A place in the country, drawn by population, or the named town. */
  placeIn(country: string, random: Random, town?: string): DemoPlace
}

/** Couples and older people are more frequent on brands for them. */
const tilts: Record<string, { couples: number; older: number }> = {
  meetwives: { couples: 0.3, older: 8 },
  wivesnow: { couples: 0.12, older: 9 },
  discreetcrush: { couples: 0.06, older: 6 },
  truebootycall: { couples: 0.04, older: -3 },
  megaflirt: { couples: 0.05, older: -4 },
}

/**
 * Makes the person with this id; deterministic for seed, id and time, whatever the size of the
 * network.
 */
export function makePerson(
  world: World,
  id: number,
  taken: TakenNames,
  wishes: PersonWishes = {},
): DemoPerson {
  const random = randomFrom(`${world.seed}:person:${id}`)
  const { now } = world
  const brand =
    world.brands.find((one) => one.id === wishes.brandId) ??
    random.weighted(world.brands.map((one, index) => [one, index === 0 ? 2.5 : 1]))
  const tilt = tilts[brand.id] ?? { couples: 0.08, older: 0 }
  const gender = wishes.gender ?? drawGender(random, tilt.couples)
  const lookingFor = wishes.lookingFor ?? drawLookingFor(random, gender)
  const age = wishes.age ?? drawAge(random, tilt.older)
  const country =
    wishes.country ??
    random.weighted(brand.searchCountries.map((code, rank) => [code, 1 / (rank + 1.5)]))
  const place = world.placeIn(country, random, wishes.town)
  const joinedAt = wishes.joinedAt ?? later(now, -drawMembership(random))
  const lastSeenAt = wishes.lastSeenAt ?? drawLastSeen(random, joinedAt, now)
  const words = describeSelf(random, { gender, age, brand: brand.id, place: place.place_name })
  if (wishes.username !== undefined) taken.take(wishes.username)
  return {
    id,
    brand,
    username: wishes.username ?? inventUsername(random, gender, taken),
    gender,
    lookingFor,
    age,
    birthday: drawBirthday(random, age, now),
    place,
    headline: wishes.headline ?? words.headline,
    about: wishes.about ?? words.about,
    interests: wishes.likes
      ? demoWords().interests.filter(({ name }) => wishes.likes?.includes(name))
      : words.interests,
    joinedAt,
    lastSeenAt,
    isShownOnOtherBrands: wishes.isShownOnOtherBrands ?? random.chance(0.93),
    isSafe: random.chance(0.02),
    staffSince: wishes.staffSince ?? null,
    ...drawHoldings(random, brand, joinedAt, now, wishes),
    photos: drawPhotos(
      random,
      { gender, age, joinedAt, lastSeenAt, face: wishes.face ?? faceOf(world.seed, id) },
      wishes,
    ),
    updates: drawUpdates(random, joinedAt, lastSeenAt, now),
    answers: wishes.answers ?? {},
    // Drawn last: what is drawn above stays as it was.
    wishes: wishes.wishes === undefined ? drawWishes(random, age) : wishes.wishes,
    identity: wishes.identity ?? { words: [], ownWord: '', pronouns: [], ownPronouns: '' },
  }
}

function drawGender(random: Random, couples: number): Gender {
  return random.weighted([
    ['woman', 0.42],
    ['man', 0.44],
    ['couple', couples],
    ['nonbinary', 0.05],
  ])
}

function drawLookingFor(random: Random, gender: Gender): Gender[] {
  const likely: Record<Gender, ReadonlyArray<readonly [Gender, number]>> = {
    woman: [
      ['man', 0.86],
      ['woman', 0.24],
      ['couple', 0.18],
      ['nonbinary', 0.14],
    ],
    man: [
      ['woman', 0.88],
      ['man', 0.14],
      ['couple', 0.24],
      ['nonbinary', 0.1],
    ],
    couple: [
      ['woman', 0.7],
      ['man', 0.45],
      ['couple', 0.7],
      ['nonbinary', 0.25],
    ],
    nonbinary: [
      ['woman', 0.6],
      ['man', 0.55],
      ['couple', 0.25],
      ['nonbinary', 0.6],
    ],
  }
  const chosen = likely[gender]
    .filter(([, share]) => random.chance(share))
    .map(([wanted]) => wanted)
  return chosen.length > 0 ? chosen : [likely[gender][0]?.[0] ?? 'woman']
}

function drawAge(random: Random, older: number): number {
  const [low, high] = random.weighted<readonly [number, number]>([
    [[18, 24], 14],
    [[25, 34], 33],
    [[35, 44], 26],
    [[45, 54], 15],
    [[55, 64], 8],
    [[65, 75], 4],
  ])
  return Math.min(75, Math.max(18, random.int(low, high) + older))
}

function drawBirthday(random: Random, age: number, now: Date): string {
  const latest = new Date(`${latestBirthday(age, now)}T00:00:00Z`)
  return later(latest, -random.int(0, 364) * DAY)
    .toISOString()
    .slice(0, 10)
}

/** Milliseconds since joining: mostly months, sometimes years or hours. */
function drawMembership(random: Random): number {
  const [low, high] = random.weighted<readonly [number, number]>([
    [[0.02, 2], 4],
    [[2, 14], 10],
    [[14, 120], 34],
    [[120, 400], 34],
    [[400, 1100], 18],
  ])
  return Math.floor((low + random.next() * (high - low)) * DAY)
}

/** Draws the last visit: now, today, this week, this month, or earlier. */
function drawLastSeen(random: Random, joinedAt: Date, now: Date): Date {
  const [low, high] = random.weighted<readonly [number, number]>([
    [[0, 4 * MINUTE], 5],
    [[10 * MINUTE, 20 * HOUR], 25],
    [[20 * HOUR, 7 * DAY], 32],
    [[7 * DAY, 30 * DAY], 24],
    [[30 * DAY, 300 * DAY], 14],
  ])
  const seen = later(now, -Math.floor(low + random.next() * (high - low)))
  return seen < joinedAt
    ? later(joinedAt, Math.floor(random.next() * (now.getTime() - joinedAt.getTime())))
    : seen
}

type Holdings = Pick<DemoPerson, 'premiumUntil' | 'firstPremiumAt' | 'bought' | 'keepsCredits'>

/** Draws a subscription, partner premium or credits, as the brand sells them; some have expired. */
function drawHoldings(
  random: Random,
  brand: Brand,
  joinedAt: Date,
  now: Date,
  wishes: PersonWishes,
): Holdings {
  const holdings: Holdings = {
    premiumUntil: null,
    firstPremiumAt: null,
    bought: null,
    keepsCredits: null,
  }
  const since = later(joinedAt, Math.floor(random.next() * (now.getTime() - joinedAt.getTime())))
  if (brand.billing.model === 'credits') {
    if (random.chance(0.4))
      holdings.bought = { keyword: random.pick(brand.billing.packs).keyword, at: since }
  } else if (random.chance(0.2)) {
    holdings.firstPremiumAt = since
    holdings.premiumUntil = later(now, random.int(1, 90) * DAY)
  } else if (random.chance(0.1)) {
    holdings.firstPremiumAt = since
    holdings.premiumUntil = later(since, Math.floor((now.getTime() - since.getTime()) * 0.8))
  }
  for (const key of ['premiumUntil', 'firstPremiumAt', 'bought', 'keepsCredits'] as const) {
    if (wishes[key] !== undefined) Object.assign(holdings, { [key]: wishes[key] })
  }
  return holdings
}

const initials: Record<Gender, string> = { woman: 'w', man: 'm', couple: 'c', nonbinary: 'n' }

/**
 * 128 bits: a Random has a 32-bit state, so that about two people in a hundred thousand would share
 * a face.
 */
function faceOf(seed: string, id: number): string {
  return hash('sha256', `${seed}:face:${id}`).slice(0, 32)
}

/** Portraits of one face; the key identifies the person (avatars.ts parses it). */
function drawPhotos(
  random: Random,
  who: Pick<DemoPerson, 'gender' | 'age' | 'joinedAt' | 'lastSeenAt'> & { face: string },
  wishes: PersonWishes,
): DemoPhoto[] {
  const drawn = random.weighted([
    [0, 15],
    [1, 40],
    [2, 30],
    [3, 15],
  ])
  const span = who.lastSeenAt.getTime() - who.joinedAt.getTime()
  const count = wishes.photos ?? drawn
  return Array.from({ length: count }, (_, index) => ({
    key: `drawn-${initials[who.gender]}${who.age}-${who.face}-${index + 1}`,
    description: random.pick(demoWords().photoWords),
    isPrivate:
      index > 0 &&
      (wishes.hasPrivatePhoto === undefined
        ? random.chance(0.25)
        : wishes.hasPrivatePhoto && index === count - 1),
    isPrimary: index === 0,
    at: later(who.joinedAt, Math.floor((span * index) / 4)),
  }))
}

/** Ages around their own and a distance, of all but a few. */
function drawWishes(random: Random, age: number): DemoPerson['wishes'] {
  if (random.chance(0.1)) return null
  const { from, to } = agesAround(age)
  const km = random.weighted<Radius | null>([
    [25, 1],
    [50, 3],
    [100, 4],
    [250, 2],
    [null, 2],
  ])
  return {
    ageFrom: Math.max(MIN_AGE, from + random.int(-2, 4)),
    ageTo: Math.min(MAX_AGE, to + random.int(-4, 4)),
    km,
  }
}

/**
 * The latest of a member was written within the last day, if they were here by then; the others in
 * three weeks before.
 */
function drawUpdates(
  random: Random,
  joinedAt: Date,
  lastSeenAt: Date,
  now: Date,
): DemoPerson['updates'] {
  const span = lastSeenAt.getTime() - joinedAt.getTime()
  const latest = Math.max(HOUR, DAY - (now.getTime() - lastSeenAt.getTime()))
  const count = random.weighted([
    [0, 6],
    [1, 3],
    [2, 1],
  ])
  return random
    .some(demoWords().updates, count)
    .map((body, index) => ({
      body,
      at: later(
        lastSeenAt,
        -Math.floor(random.next() * Math.min(span, index === 0 ? latest : 21 * DAY)),
      ),
    }))
    .toSorted((a, b) => a.at.getTime() - b.at.getTime())
}

/** An id for two members, independent of their order. */
export function pairKey(a: number, b: number): string {
  return a < b ? `${a}:${b}` : `${b}:${a}`
}
