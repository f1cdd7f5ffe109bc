import { type Expression, sql } from 'kysely'
import { compiledOnce } from '../db/compiled-once.ts'
import type { Db, Trx } from '../db/connection.server.ts'
import { distinct } from '../lib/distinct.ts'
import { type OwnCounts, type OwnCountName, ownCountNames } from './own-counts.ts'

type About = { accountId: number; at: Date }

/** What a room keeps of a member, for the row of the settings that leads to it. */
export type OwnCount = {
  name: OwnCountName
  /** The rows, by an index of the account. They are counted no further than MOST_COUNTED. */
  rows(db: Db | Trx, about: About): Expression<{ id: number }>
}

const MOST_COUNTED = 100

/** All counts in one round trip. */
export function createOwnCounts(
  handed: readonly OwnCount[],
): (db: Db, about: About) => Promise<OwnCounts> {
  const counts = distinct('counts', handed, ({ name }) => name)
  const missing = ownCountNames.filter((name) => counts.every((one) => one.name !== name))
  if (missing.length > 0) throw new TypeError(`no room counts ${missing.join(', ')}`)
  const query = compiledOnce((db, about: About) =>
    db.selectNoFrom(
      counts.map(({ name, rows }) =>
        sql<number>`(select count(id)::int from (select id from ${rows(db, about)} as own limit ${sql.lit(MOST_COUNTED)}) as counted)`.as(
          name,
        ),
      ),
    ),
  )
  return async (db, about) => {
    const [found] = await query(db, about)
    if (!found) throw new Error('counts without a row')
    return found
  }
}
