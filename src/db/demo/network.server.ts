import { join } from 'node:path'
import { sql } from 'kysely'
import { openTexts } from '../../content/texts.server.ts'
import { hashPassword } from '../../features/accounts/passwords.server.ts'
import { placeColumns, resolvePlace, townsOf } from '../../features/profiles/places.server.ts'
import { later, MINUTE } from '../../lib/clock.ts'
import { brands } from '../../sites/registry.ts'
import { syncBrands } from '../brands.server.ts'
import type { Db } from '../connection.server.ts'
import { castNames, castWishes, DEMO_PASSWORD, type SignIn, signIns } from './cast.ts'
import { type DemoPerson, type DemoPlace, makePerson, type World } from './people.ts'
import type { Random } from './random.ts'
import { DEMO_DOMAIN } from './people-rows.server.ts'
import { giveDemoFactor, writeTickets } from './staff.server.ts'
import { type NextIds, writePart } from './rows.server.ts'
import { makeTies } from './ties.ts'

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
/** People who know each other; also what one transaction writes. */
const PART = 2000

/**
 * The demo network of this database: made if nobody has an account yet, moved up to the present if it is
 * there, null if the database has members of its own alone.
 */
export async function prepareDemo(db: Db, options: DemoOptions & { sessionSecret: string }): Promise<DemoNetwork | null> {
  const demo = (await hasAccounts(db)) ? await wakeDemo(db, options.now) : await fillDemo(db, options)
  if (demo) await giveDemoFactor(db, options.sessionSecret, options.now)
  return demo
}

async function wakeDemo(db: Db, now: Date): Promise<DemoNetwork | null> {
  const members = await countDemoMembers(db)
  if (members === 0) return null
  await wakeUp(db, now)
  return { members, password: DEMO_PASSWORD, signIns }
}

/** Fills a database that has no accounts; the same rows for the same seed, time and number. */
export async function fillDemo(db: Db, { now, members = MEMBERS, seed = SEED, progress }: DemoOptions): Promise<DemoNetwork> {
  await syncBrands(db)
  const world: World = { seed, now, brands, placeIn: placePicker() }
  const passwordHash = await hashPassword(DEMO_PASSWORD)
  const texts = openTexts(join(import.meta.dirname, '..', '..', 'content')).library()
  const next: NextIds = { conversation: 1, message: 1, lot: 1, order: 1 }
  const taken = new Set<string>()
  const wishes = castWishes(now)
  progress?.(0, members)
  for (let made = 0; made < members; ) {
    const people: DemoPerson[] = []
    for (const end = Math.min(members, made + PART); made < end; made += 1) {
      const name = castNames[made]
      people.push(makePerson(world, made + 1, taken, name ? wishes[name] : undefined))
    }
    const ties = makeTies(seed, people, now)
    await db.transaction().execute((trx) => writePart(trx, people, ties, { now, passwordHash, texts, next }))
    progress?.(made, members)
  }
  await markSeen(db, now)
  if (members >= castNames.length) await writeTickets(db, now)
  return { members, password: DEMO_PASSWORD, signIns }
}

export async function hasAccounts(db: Db): Promise<boolean> {
  return (await db.selectFrom('accounts').select('id').limit(1).executeTakeFirst()) !== undefined
}

async function countDemoMembers(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('accounts')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('email', 'like', `%@${DEMO_DOMAIN}`)
    .executeTakeFirstOrThrow()
  return count
}

/** Since the server last ran nobody was online; the demo members keep their hours, so that somebody is again. */
async function wakeUp(db: Db, now: Date): Promise<void> {
  const demo = db.selectFrom('accounts').select('id').where('email', 'like', `%@${DEMO_DOMAIN}`)
  const { latest } = await db
    .selectFrom('profiles')
    .select(({ fn }) => fn.max('last_seen_at').as('latest'))
    .where('account_id', 'in', demo)
    .executeTakeFirstOrThrow()
  const asleep = now.getTime() - new Date(latest ?? now).getTime()
  if (asleep < MINUTE) return
  await db
    .updateTable('profiles')
    .set({ last_seen_at: sql`last_seen_at + ${asleep / 1000} * interval '1 second'` })
    .where('account_id', 'in', demo)
    .execute()
}

/** The named members looked at their counters a day ago: what came since is new, not all that ever was. */
async function markSeen(db: Db, now: Date): Promise<void> {
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
