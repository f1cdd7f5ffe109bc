import { sql } from 'kysely'
import { startSession } from '#api/sessions.sql.ts'
import { openTexts } from '#content/texts.server.ts'
import { type Db, openPostgres } from '#db/connection.server.ts'
import { migrate } from '#db/migrate.server.ts'
import { fillDemo } from '#demo/network.server.ts'
import { brandById, brands } from '#sites/registry.ts'
import { type Network as Opened, openNetwork, type Viewer } from '../support/network.ts'
import { startPostgres } from '../support/postgres.ts'

export const MEMBERS = Number(process.env['MEMBERS'] ?? 50_000)

/** `url`: the database's address, for connections that are set up otherwise. */
export type Network = Opened & { url: string }

/**
 * The demo network on a PostgreSQL of its own, behind the front door. DATABASE_URL names one that
 * is filled already: a million members take minutes.
 */
export function startNetwork(): Promise<Network> {
  return networkAt(process.env['DATABASE_URL'], MEMBERS)
}

/** As many members, whatever the environment says; `settings` are PostgreSQL's. */
export function networkOf(members: number, settings: readonly string[]): Promise<Network> {
  return networkAt(undefined, members, settings)
}

async function networkAt(
  given: string | undefined,
  members: number,
  settings: readonly string[] = [],
): Promise<Network> {
  const postgres = given === undefined ? await startPostgres({ settings }) : null
  const url = postgres ? await postgres.create('bench') : (given ?? '')
  const database = await openPostgres(url, 2)
  const { db } = database
  await migrate(db)
  const now = new Date()
  if (postgres) {
    await fillDemo(db, { now, members })
    await hideSome(db, now, members)
  }
  await sql`vacuum analyze`.execute(db)
  process.stdout.write(`${await modesOf(db)}\n`)
  const network = await openNetwork(database, now)
  return {
    ...network,
    url,
    async close() {
      await network.close()
      await postgres?.stop()
    },
  }
}

/** Shares in percent, of those who use what the demo's members do not. */
const PAUSED = 3
const SHOWN_TO_LIKED = 4
const WITH_CONTACTS = 5
/** Addresses that such a member keeps out, of which so many are those of members. */
const CONTACTS = 10
const CONTACTS_HERE = 2

async function hideSome(db: Db, at: Date, members: number): Promise<void> {
  const one = (nth: number, percent: number) =>
    sql<boolean>`account_id % 100 >= ${nth} and account_id % 100 < ${nth + percent}`
  await sql`update profiles set paused_at = ${at} where ${one(10, PAUSED)}`.execute(db)
  await sql`update profiles set only_liked_at = ${at} where ${one(20, SHOWN_TO_LIKED)}`.execute(db)
  await sql`
    with contacts as (
      insert into blocked_contacts (account_id, contact_hash, created_at)
      select account_id, sha256(convert_to(account_id || ' ' || n, 'UTF8')), ${at} from profiles cross join generate_series(1, ${sql.lit(CONTACTS)}) n
      where ${one(30, WITH_CONTACTS)}
      returning id, account_id
    )
    insert into blocks (blocker_id, blocked_id, contact_id, created_at)
    select contacts.account_id, accounts.id, contacts.id, ${at}
    from contacts join accounts on accounts.id = 1 + (contacts.id * 7919) % ${sql.lit(members)} and accounts.id <> contacts.account_id
    where contacts.id % ${sql.lit(CONTACTS)} < ${sql.lit(CONTACTS_HERE)}`.execute(db)
}

/** What a search has to leave out or look up, in words. */
async function modesOf(db: Db): Promise<string> {
  const { rows } = await sql<{ words: string }>`
    select concat_ws(', ',
      (select concat(count(*), ' members, of whom ', count(paused_at), ' take a break, ', count(only_liked_at), ' are shown to people they like, ',
        count(linked_at), ' are linked, ', count(verified_at), ' have a checked photo, ', count(visits_tile), ' have a visit') from profiles),
      (select concat(count(*), ' blocks, ', count(*) filter (where contact_id <> 0), ' of them by the hash of an address') from blocks)) as words`.execute(
    db,
  )
  return rows[0]?.words ?? ''
}

/** Whom everybody finds, and who has finished to join. */
export function openMembers(db: Db) {
  return db
    .selectFrom('accounts')
    .select(['accounts.id', 'accounts.brand'])
    .where('accounts.banned_at', 'is', null)
    .where(
      sql<boolean>`not exists (select from profiles where account_id = accounts.id and coalesce(paused_at, only_liked_at) is not null)`,
    )
    .where(
      sql<boolean>`not exists (select from onboarding_steps where account_id = accounts.id and done_at is null)`,
    )
    .orderBy(sql`hashint8(accounts.id)`)
}

/** The members of brands that search in each of the countries that the benches search in. */
export function searchingMembers(db: Db) {
  const everywhere = brands.filter(({ searchCountries }) =>
    ['GB', 'AU', 'NZ'].every((country) => searchCountries.includes(country)),
  )
  return openMembers(db).where(
    'accounts.brand',
    'in',
    everywhere.map(({ id }) => id),
  )
}

/** Whom members of every brand find. */
export function shownMembers(db: Db) {
  return openMembers(db)
    .innerJoin('profiles', 'profiles.account_id', 'accounts.id')
    .where('profiles.shown_on_other_brands', '=', true)
    .orderBy('accounts.id', 'desc')
}

/** Who has the most conversations first. */
export function busiestMembers(db: Db) {
  return db
    .selectFrom('conversation_sides')
    .innerJoin('accounts', 'accounts.id', 'conversation_sides.account_id')
    .select(['accounts.id', 'accounts.brand', sql<number>`count(*)::int`.as('conversations')])
    .where('accounts.banned_at', 'is', null)
    .where(
      sql<boolean>`not exists (select from onboarding_steps where account_id = accounts.id and done_at is null)`,
    )
    .groupBy(['accounts.id', 'accounts.brand'])
    .orderBy('conversations', 'desc')
}

/** Sessions of such members on their home brands, with its terms accepted. */
export async function signedInMembers(db: Db, count: number): Promise<Viewer[]> {
  const at = new Date()
  const members = await openMembers(db)
    .where('accounts.staff_since', 'is', null)
    .where('accounts.deleted_at', 'is', null)
    .limit(count)
    .execute()
  const texts = openTexts().library()
  const viewers: Viewer[] = []
  // One after the other: thousands at once would wait too long for a connection.
  for (const { id, brand } of members) {
    const site = brandById(brand)
    if (!site) throw new Error(`no brand ${brand}`)
    const version = texts.termsVersion(site)
    await sql`insert into terms_acceptances (account_id, brand, version, accepted_at) values (${id}, ${brand}, ${version}, ${at}) on conflict do nothing`.execute(
      db,
    )
    const token = await startSession(db, {
      accountId: id,
      brand,
      device: 'bench',
      at,
      replaces: null,
    })
    viewers.push({ id, brand, cookie: `session=${token}` })
  }
  return viewers
}
