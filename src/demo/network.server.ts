import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { openTexts } from '../content/texts.server.ts'
import { hashPassword } from '../features/accounts/passwords.server.ts'
import { resolvePlace, townsOf } from '../features/places/places.server.ts'
import { placeColumns } from '../features/places/towns.server.ts'
import { later, MINUTE } from '../lib/clock.ts'
import { brands } from '../sites/registry.ts'
import { syncBrands } from '../db/brands.server.ts'
import type { Db, Trx } from '../db/connection.server.ts'
import { withoutIndexes } from './bare-tables.server.ts'
import { castNames, castWishes, DEMO_PASSWORD, type SignIn, signIns } from './cast.ts'
import { type DemoPerson, type DemoPlace, makePerson, type World } from './people.ts'
import type { Random } from './random.ts'
import { DEMO_DOMAIN } from './people-rows.server.ts'
import { giveDemoFactor, writeTickets } from './staff.server.ts'
import { filledTables, finishIds, type NextIds, writePart } from './rows.server.ts'
import { TakenNames } from './taken-names.ts'
import { makeTies, type Ties } from './ties.ts'
import { AMONG } from './visits.server.ts'

/** The demo network of a database: how many members, and whom to sign in as. They are drawn, not real. */
export type DemoNetwork = { members: number; password: string; signIns: readonly SignIn[] }

export type DemoOptions = {
  /** Everything happened before this. */
  now: Date
  members?: number
  seed?: string
  progress?: (made: number, of: number) => void
}

const MEMBERS = 2000
const SEED = 'crush'
/** People who know each other; made and written together. */
const PART = 2000
/** From so many on, making indexes anew is cheaper than keeping them. */
const MANY = 20_000

/**
 * The demo network of this database: made if nobody has an account yet, moved up to the present if it is
 * there, null if the database has members of its own alone.
 */
export async function prepareDemo(db: Db, options: DemoOptions & { sessionSecret: string }): Promise<DemoNetwork | null> {
  const demo = (await hasAccounts(db)) ? await wakeDemo(db, options.now) : await fillDemo(db, options)
  if (demo) await giveDemoFactor(db, options.sessionSecret, options.now)
  return demo
}

/** Whether somebody can be signed in as in this database by a password that everybody knows. */
export async function hasDemoCast(db: Db): Promise<boolean> {
  const addresses = signIns.map(({ username }) => `${username}@${DEMO_DOMAIN}`)
  return (await db.selectFrom('accounts').select('id').where('owns_email', '=', true).where('email_key', 'in', addresses).limit(1).executeTakeFirst()) !== undefined
}

async function wakeDemo(db: Db, now: Date): Promise<DemoNetwork | null> {
  if (!(await demoMembers(db).where('id', '<=', AMONG).limit(1).executeTakeFirst())) return null
  await wakeUp(db, now)
  // They were numbered from 1, and whoever joined since comes after them.
  const last = await demoMembers(db).orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()
  return { members: last.id, password: DEMO_PASSWORD, signIns }
}

function demoMembers(db: Db) {
  return db.selectFrom('accounts').select('id').where('email', 'like', `%@${DEMO_DOMAIN}`)
}

/**
 * Fills a database that has no accounts; the same rows for the same seed, time and number. One transaction: of
 * a network that broke off, nothing is left.
 */
export async function fillDemo(db: Db, { now, members = MEMBERS, seed = SEED, progress }: DemoOptions): Promise<DemoNetwork> {
  await syncBrands(db)
  const world: World = { seed, now, brands, placeIn: placePicker() }
  const passwordHash = await hashPassword(DEMO_PASSWORD)
  const texts = openTexts().library()
  const next: NextIds = { conversation: 1, message: 1, lot: 1, order: 1 }

  // While the database writes one part, the next one is made.
  async function writeAll(trx: Trx): Promise<void> {
    const parts = partsOf(world, members)
    let part = (await parts.next()).value
    while (part !== undefined) {
      const { people, ties } = part
      progress?.((people[0]?.id ?? 1) - 1, members)
      const [following] = await Promise.all([parts.next(), writePart(trx, people, ties, { now, passwordHash, texts, next })])
      part = following.value
    }
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

/** Everybody, a part at a time, with what is between them. */
async function* partsOf(world: World, members: number): AsyncGenerator<{ people: DemoPerson[]; ties: Ties }, undefined> {
  const taken = new TakenNames()
  const wishes = castWishes(world.now)
  for (let made = 0; made < members; ) {
    const people: DemoPerson[] = []
    for (const end = Math.min(members, made + PART); made < end; made += 1) {
      const name = castNames[made]
      people.push(makePerson(world, made + 1, taken, name ? wishes[name] : undefined))
      // The connection is served by the same thread.
      if (made % 20 === 0) await setImmediate()
    }
    yield { people, ties: makeTies(world.seed, people, world.now) }
  }
}

export async function hasAccounts(db: Db): Promise<boolean> {
  return (await db.selectFrom('accounts').select('id').orderBy('id').limit(1).executeTakeFirst()) !== undefined
}

/**
 * Since the server last ran nobody was online; the demo members keep their hours, so that somebody is again. In
 * a network made for measuring, only the first of them: what a start does must not grow with the members.
 */
async function wakeUp(db: Db, now: Date): Promise<void> {
  const first = demoMembers(db).where('id', '<=', AMONG)
  const { latest } = await db
    .selectFrom('profiles')
    .select(({ fn }) => fn.max<Date | null>('last_seen_at').as('latest'))
    .where('account_id', '<=', AMONG)
    .where('account_id', 'in', first)
    .executeTakeFirstOrThrow()
  const asleep = now.getTime() - new Date(latest ?? now).getTime()
  if (asleep < MINUTE) return
  await db
    .updateTable('profiles')
    .set({ last_seen_at: sql`last_seen_at + ${asleep / 1000} * interval '1 second'` })
    .where('account_id', '<=', AMONG)
    .where('account_id', 'in', first)
    .execute()
}

/** The named members looked at their counters a day ago: what came since is new, not all that ever was. */
async function markSeen(db: Trx, now: Date): Promise<void> {
  const people = await db
    .selectFrom('accounts')
    .select('id')
    .where('username', 'in', [...castNames])
    .execute()
  const tickers = ['newMessages', 'newLikes', 'newMatches', 'newViews']
  await db
    .insertInto('tickers_seen')
    .values(people.flatMap(({ id }) => tickers.map((ticker) => ({ account_id: id, ticker, seen_at: later(now, -24 * 60 * MINUTE) }))))
    .execute()
}

/**
 * Places by country, towns weighted by a little more than their size: people who date online live in cities,
 * and two thousand of them should have neighbours.
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
