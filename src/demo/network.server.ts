import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { openTexts } from '../content/texts.server.ts'
import { syncBrands } from '../db/brands.server.ts'
import type { Db, Trx } from '../db/connection.server.ts'
import { hashPassword } from '../features/core/accounts/passwords/passwords.server.ts'
import { resolvePlace, townsOf } from '../features/core/places/places.server.ts'
import { placeColumns } from '../features/core/places/towns.server.ts'
import { later, MINUTE } from '../lib/clock.ts'
import { brands } from '../sites/registry.ts'
import { sendPeople } from './affiliates.server.ts'
import { withoutIndexes } from './bare-tables.server.ts'
import { castNames, castWishes, colleague, DEMO_PASSWORD, type SignIn, signIns } from './cast.ts'
import { fillQueues } from './desk.server.ts'
import { DEMO_DOMAIN } from './people-rows.server.ts'
import { type DemoPerson, type DemoPlace, makePerson, type World } from './people.ts'
import type { Random } from './random.ts'
import { filledTables, finishIds, type NextIds, writePart, writeRest } from './rows.server.ts'
import { giveDemoFactors, writeTickets } from './staff.server.ts'
import { TakenNames } from './taken-names.ts'
import { makeTies, type Ties } from './ties.ts'
import { VISITING_IDS_UP_TO } from './visits.server.ts'
import { writeYear } from './year.server.ts'

export type DemoNetwork = { members: number; password: string; signIns: readonly SignIn[] }

export type DemoOptions = {
  /** All events lie before this. */
  now: Date
  members?: number
  seed?: string
  progress?: (made: number, of: number) => void
}

const MEMBERS = 2000
const SEED = 'crush'
/** Members per batch; ties exist only within one. */
const PART = 2000
/** From this many members on, rebuilding indexes is faster than updating them. */
const MANY = 20_000

/**
 * The demo network of this database: created if there are no accounts, moved to the present if it
 * exists, null if the database has only real accounts.
 */
export async function prepareDemo(
  db: Db,
  options: DemoOptions & { sessionSecret: string },
): Promise<DemoNetwork | null> {
  const { now, seed = SEED, sessionSecret } = options
  const demo = (await hasAccounts(db)) ? await refreshDemo(db, now) : await fillDemo(db, options)
  if (!demo) return null
  await fillQueues(db, { seed, now, brands, placeIn: placePicker() }, sessionSecret)
  await giveDemoFactors(db, sessionSecret, now)
  await sendPeople(db, sessionSecret, now)
  await writeYear(db, { seed, now, brands })
  return { ...demo, signIns: [...demo.signIns, colleague] }
}

/** Whether the database has a named demo account, whose password is public. */
export async function hasDemoCast(db: Db): Promise<boolean> {
  const addresses = signIns.map(({ username }) => `${username}@${DEMO_DOMAIN}`)
  return (
    (await db
      .selectFrom('accounts')
      .select('id')
      .where('owns_email', '=', sql.lit(true))
      .where('email_key', 'in', addresses)
      .limit(1)
      .executeTakeFirst()) !== undefined
  )
}

async function refreshDemo(db: Db, now: Date): Promise<DemoNetwork | null> {
  const first = demoMembers(db).where('id', '<=', VISITING_IDS_UP_TO).orderBy('id').limit(1)
  if (!(await first.executeTakeFirst())) return null
  await moveVisitsToPresent(db, now)
  // Demo members have the ids from 1 on; members who joined later have higher ones, and so may
  // Eve's colleague.
  const last = await demoMembers(db)
    .where('username', '<>', colleague.username)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return { members: last.id, password: DEMO_PASSWORD, signIns }
}

function demoMembers(db: Db) {
  return db.selectFrom('accounts').select('id').where('email', 'like', `%@${DEMO_DOMAIN}`)
}

/**
 * One transaction, so that an interrupted run leaves nothing. Deterministic for seed, time and
 * number.
 */
export async function fillDemo(
  db: Db,
  { now, members = MEMBERS, seed = SEED, progress }: DemoOptions,
): Promise<DemoNetwork> {
  await syncBrands(db)
  const world: World = { seed, now, brands, placeIn: placePicker() }
  const passwordHash = await hashPassword(DEMO_PASSWORD)
  const texts = openTexts().library()
  const next: NextIds = { conversation: 1, message: 1, lot: 1, order: 1 }

  // Prepares the next batch while the database writes this one.
  async function writeAll(trx: Trx): Promise<void> {
    const parts = partsOf(world, members)
    let part = (await parts.next()).value
    while (part !== undefined) {
      const { people, ties } = part
      progress?.((people[0]?.id ?? 1) - 1, members)
      const [following] = await Promise.all([
        parts.next(),
        writePart(trx, people, ties, { now, passwordHash, texts, next }),
      ])
      part = following.value
    }
    await writeRest(trx)
  }
  await db.transaction().execute(async (trx) => {
    if (members < MANY) await writeAll(trx)
    else await withoutIndexes(trx, filledTables, () => writeAll(trx))
    await finishIds(trx)
    await markSeen(trx, now)
    if (members >= castNames.length) await writeTickets(trx, now)
  })
  progress?.(members, members)
  return { members, password: DEMO_PASSWORD, signIns }
}

async function* partsOf(
  world: World,
  most: number,
): AsyncGenerator<{ people: DemoPerson[]; ties: Ties }, undefined> {
  const taken = new TakenNames()
  const wishes = castWishes(world.now)
  for (let made = 0; made < most;) {
    const people: DemoPerson[] = []
    for (const end = Math.min(most, made + PART); made < end; made += 1) {
      const name = castNames[made]
      people.push(makePerson(world, made + 1, taken, name ? wishes[name] : undefined))
      // Yields to the event loop, which also serves the database connection.
      if (made % 20 === 0) await setImmediate()
    }
    const members = people.filter(({ staffSince }) => staffSince === null)
    yield { people, ties: makeTies(world.seed, members, world.now) }
  }
}

export async function hasAccounts(db: Db): Promise<boolean> {
  return (
    (await db.selectFrom('accounts').select('id').orderBy('id').limit(1).executeTakeFirst()) !==
    undefined
  )
}

/**
 * Nobody was online while the server was stopped. Moves only the first members, so that a start
 * takes the same time.
 */
async function moveVisitsToPresent(db: Db, now: Date): Promise<void> {
  const first = demoMembers(db).where('id', '<=', VISITING_IDS_UP_TO)
  const { latest } = await db
    .selectFrom('profiles')
    .select(({ fn }) => fn.max<Date | null>('last_seen_at').as('latest'))
    .where('account_id', '<=', VISITING_IDS_UP_TO)
    .where('account_id', 'in', first)
    .executeTakeFirstOrThrow()
  const asleep = now.getTime() - new Date(latest ?? now).getTime()
  if (asleep < MINUTE) return
  await db
    .updateTable('profiles')
    .set({ last_seen_at: sql`last_seen_at + ${asleep / 1000} * interval '1 second'` })
    .where('account_id', '<=', VISITING_IDS_UP_TO)
    .where('account_id', 'in', first)
    .execute()
}

/**
 * Marks the counters of the named members as seen a day ago, so that they show only recent events.
 */
async function markSeen(db: Trx, now: Date): Promise<void> {
  const people = await db
    .selectFrom('accounts')
    .select('id')
    .where('username', 'in', [...castNames])
    .execute()
  const tickers = [
    'newMessages',
    'newLikes',
    'newMatches',
    'newViews',
    'newPhotoRequests',
    'newPartnerInvitations',
  ]
  await db
    .insertInto('tickers_seen')
    .values(
      people.flatMap(({ id }) =>
        tickers.map((ticker) => ({
          account_id: id,
          ticker,
          seen_at: later(now, -24 * 60 * MINUTE),
        })),
      ),
    )
    .execute()
}

/**
 * Weighted slightly above population, so that two thousand members concentrate in cities and have
 * neighbours.
 */
function placePicker(): World['placeIn'] {
  const byCountry = new Map<string, { places: DemoPlace[]; upTo: number[] }>()
  const load = (country: string) => {
    const towns = townsOf(country).filter(({ population }) => population >= 5000)
    let sum = 0
    const upTo = towns.map(({ population }) => (sum += population ** 1.25))
    const loaded = { places: towns.map(placeColumns), upTo }
    byCountry.set(country, loaded)
    return loaded
  }
  return (country: string, random: Random, town?: string) => {
    const named = town === undefined ? null : resolvePlace(country, town)
    if (named) return placeColumns(named)
    const { places, upTo } = byCountry.get(country) ?? load(country)
    const wanted = random.next() * (upTo.at(-1) ?? 0)
    let [low, high] = [0, upTo.length - 1]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((upTo[middle] ?? 0) <= wanted) low = middle + 1
      else high = middle
    }
    const place = places[low]
    if (!place) throw new Error(`no town in ${country}`)
    return place
  }
}
