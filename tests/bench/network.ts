import { sql } from 'kysely'
import { type Db, migrate, openPostgres } from '../../src/db/connection.server.ts'
import { fillDemo } from '../../src/demo/network.server.ts'
import { type Network as Opened, openNetwork } from '../support/network.ts'
import { startPostgres } from '../support/postgres.ts'

export const MEMBERS = Number(process.env['MEMBERS'] ?? 50_000)

/** `url`: the database's address, for connections that are set up otherwise. */
export type Network = Opened & { url: string }

/** The demo network on a PostgreSQL of its own, named `bench`, behind the front door. */
export async function startNetwork(): Promise<Network> {
  const postgres = await startPostgres()
  const url = await postgres.create('bench')
  const database = await openPostgres(url, 2)
  const { db } = database
  await migrate(db)
  const now = new Date()
  await fillDemo(db, { now, members: MEMBERS })
  await sql`vacuum analyze`.execute(db)
  const network = await openNetwork(database, now)
  return {
    ...network,
    url,
    async close() {
      await network.close()
      await postgres.stop()
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
