import { sql } from 'kysely'
import { lastBackup } from '#db/backups.sql.ts'
import type { Db } from '#db/connection.server.ts'
import { DAY, HOUR } from '#lib/clock.ts'
import type { GivenSettings } from '#settings.ts'
import { asking } from './asking.ts'
import { type Finding, findings } from './finding.ts'

const { done, toDo, notHere } = findings('backup')
/** One is made each night; half a day for one that takes long. */
const LONGEST = 36 * HOUR

type Facts = { made: Date | null; isArchiving: boolean; isFailing: boolean }

/** When PostgreSQL was last backed up, as whoever does it says, and whether its archive follows. */
export async function checkBackup(settings: GivenSettings): Promise<Finding[]> {
  if (!settings.production) return [notHere('a demo: npm run backup copies it all the same')]
  const facts = await asking(settings, factsIn)
  return [
    facts === null
      ? toDo('It cannot be looked up: see what is said of the database.')
      : backupFinding(facts, new Date()),
  ]
}

export function backupFinding({ made, isArchiving, isFailing }: Facts, now: Date): Finding {
  if (made === null)
    return toDo('There was never a backup: make one, and say so by npm run backup -- --made.')
  const age = now.getTime() - made.getTime()
  if (age > LONGEST)
    return toDo(
      `The last backup was made ${Math.floor(age / DAY)} days ago: see why the timer makes none, or says none.`,
    )
  if (isFailing)
    return toDo(
      'PostgreSQL cannot archive its log: see archive_command in its own log, before its disk is full.',
    )
  return done(
    `made at ${made.toISOString()}${isArchiving ? '' : '; what is newer has no copy: archive_mode is off'}`,
  )
}

async function factsIn(db: Db): Promise<Facts> {
  const { rows } = await sql<Omit<Facts, 'made'>>`
    select current_setting('archive_mode') <> 'off' as "isArchiving",
      coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false) as "isFailing"
    from pg_stat_archiver`.execute(db)
  return {
    made: await lastBackup(db),
    isArchiving: rows[0]?.isArchiving ?? false,
    isFailing: rows[0]?.isFailing ?? false,
  }
}
