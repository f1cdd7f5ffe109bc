import { setTimeout as pause } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { SECOND } from '../lib/clock.ts'
import { counter } from '../lib/metrics.server.ts'
import type { Database } from './schema.ts'

/**
 * How often a standby is asked whether it has caught up, and how long between two times: it takes
 * some milliseconds.
 */
const TRIES = 3
const PAUSE = 5
/** After an error, it is left alone for so long. */
const AWAY = 5 * SECOND

const reads = counter(
  'sites_replica_reads_total',
  'Lists read where a replica is set, by where: replica, or primary because it was behind or away',
  ['from'],
)

/**
 * The timeline of a primary is the first part of the name of the file that it writes to. A standby
 * says it only to whoever may see its replication; to others it is that of its last checkpoint,
 * which comes some minutes after a failover.
 */
const POSITION = sql<Position>`
  select pg_current_wal_lsn()::text as lsn, ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int as timeline`
const replayedTimeline = sql`coalesce((select received_tli from pg_stat_wal_receiver), (select timeline_id from pg_control_checkpoint()))`

type Position = { lsn: string; timeline: number }

/**
 * A standby may be asked once it has replayed what the primary had written when the question came.
 * A member’s own last write alone is not enough: whom somebody else has blocked must not see that
 * person in the next list either.
 *
 * Positions are compared within one timeline alone: after a failover, a standby that still follows
 * the former primary may be further on than the new one, and has nothing of what that has written.
 */
export function readingFrom(replica: Kysely<Database>, primary: Kysely<Database>) {
  let awayUntil = 0

  async function hasAll(standby: Kysely<Database>): Promise<boolean> {
    const { rows } = await POSITION.execute(primary)
    const [position] = rows
    if (!position) return false
    for (let turn = 0; turn < TRIES; turn += 1) {
      if (turn > 0) await pause(PAUSE)
      // Null where it is no standby.
      const { rows: found } = await sql<{ hasAll: boolean | null }>`
        select pg_last_wal_replay_lsn() >= ${position.lsn}::pg_lsn and ${replayedTimeline} = ${position.timeline} as "hasAll"`.execute(
        standby,
      )
      if (found[0]?.hasAll === true) return true
    }
    return false
  }

  return async function read<T>(work: (db: Kysely<Database>) => Promise<T>): Promise<T> {
    if (performance.now() >= awayUntil) {
      try {
        // By one connection: behind a balancer, another one may lead to another standby, which is
        // behind.
        const found = await replica
          .connection()
          .execute(async (standby) =>
            (await hasAll(standby)) ? { result: await work(standby) } : null,
          )
        if (found) {
          reads.inc({ from: 'replica' })
          return found.result
        }
      } catch {
        // It is away, or cancelled the statement for what it had to replay; an error of the
        // statement itself comes again.
        awayUntil = performance.now() + AWAY
      }
    }
    reads.inc({ from: 'primary' })
    return work(primary)
  }
}
