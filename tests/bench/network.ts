import { sql } from 'kysely'
import { startSession } from '../../src/api/session.server.ts'
import { openTexts } from '../../src/content/texts.server.ts'
import { type Db, openPostgres } from '../../src/db/connection.server.ts'
import { migrate } from '../../src/db/migrate.server.ts'
import { fillDemo } from '../../src/demo/network.server.ts'
import { brandById } from '../../src/sites/registry.ts'
import { type Network as Opened, openNetwork, type Viewer } from '../support/network.ts'
import { startPostgres } from '../support/postgres.ts'

export const MEMBERS = Number(process.env['MEMBERS'] ?? 50_000)

/** `url`: the database's address, for connections that are set up otherwise. */
export type Network = Opened & { url: string }

/**
 * The demo network on a PostgreSQL of its own, behind the front door. DATABASE_URL names one that is filled already: a
 * million members take minutes.
 */
export async function startNetwork(): Promise<Network> {
  const given = process.env['DATABASE_URL']
  const postgres = given === undefined ? await startPostgres() : null
  const url = postgres ? await postgres.create('bench') : (given ?? '')
  const database = await openPostgres(url, 2)
  const { db } = database
  await migrate(db)
  const now = new Date()
  if (postgres) await fillDemo(db, { now, members: MEMBERS })
  await sql`vacuum analyze`.execute(db)
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

export function openMembers(db: Db) {
  return db
    .selectFrom('accounts')
    .select(['accounts.id', 'accounts.brand'])
    .where('accounts.banned_at', 'is', null)
    .where(sql<boolean>`not exists (select from onboarding_steps where account_id = accounts.id and done_at is null)`)
    .orderBy(sql`hashint8(accounts.id)`)
}

/** Sessions of such members on their home brands, with its terms accepted. */
export async function signedInMembers(db: Db, count: number): Promise<Viewer[]> {
  const at = new Date()
  const members = await openMembers(db).where('accounts.staff_since', 'is', null).where('accounts.deleted_at', 'is', null).limit(count).execute()
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
    const token = await startSession(db, { accountId: id, brand, device: 'bench', at, replaces: null })
    viewers.push({ id, brand, cookie: `session=${token}` })
  }
  return viewers
}
