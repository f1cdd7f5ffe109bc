import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import type { Db } from '../db/connection.server.ts'
import { forgetSetting } from '../db/kept-settings.server.ts'
import { fillDemo, hasAccounts } from '../demo/network.server.ts'
import { FIRST_TEXTS } from '../features/staff/tickets/canned-texts/ship-texts.server.ts'
import { openDatabase } from '../process/database.server.ts'
import { showProgress } from '../process/progress.server.ts'
import { startUp, StartUpError } from '../process/start-up.server.ts'
import { readSettings } from '../settings.ts'

const usage = 'Usage: npm run db:demo -- [--members 2000] [--seed crush] [--fresh]'

/**
 * `npm run db:demo`: adds demo members to the database of DATABASE_URL, or to PGlite in DATA_DIR.
 */
await startUp(async () => {
  const settings = readSettings(process.env)
  if (settings.production) throw new StartUpError('The demo network is never made in production.')
  const { members, seed, fresh } = options()
  const database = await openDatabase(settings)
  try {
    if (await hasAccounts(database.db)) {
      if (!fresh)
        throw new StartUpError(
          'This database has members. Nothing was changed; add --fresh to delete all of them first.',
        )
      process.stdout.write('Deleting all members and what is theirs …\n')
      await deleteEverybody(database.db)
    }
    const made = await fillDemo(database.db, {
      now: new Date(),
      members,
      seed,
      progress: showProgress('Making demo members'),
    })
    process.stdout.write(
      `Everybody's password is ${made.password}; the named members are ${made.signIns.map(({ username }) => username).join(', ')}.\n`,
    )
  } finally {
    await database.close()
  }
})

function options(): { members: number; seed: string; fresh: boolean } {
  try {
    const { values } = parseArgs({
      options: {
        members: { type: 'string', default: '2000' },
        seed: { type: 'string', default: 'crush' },
        fresh: { type: 'boolean', default: false },
      },
    })
    const members = Number(values.members.replaceAll(/[_,]/g, ''))
    if (!Number.isSafeInteger(members) || members < 1)
      throw new StartUpError(`--members must be a whole number.\n${usage}`)
    return { members, seed: values.seed, fresh: values.fresh }
  } catch (error) {
    if (error instanceof TypeError) throw new StartUpError(`${error.message}\n${usage}`)
    throw error
  }
}

/** The audit log stays: by design it outlives accounts. */
async function deleteEverybody(db: Db): Promise<void> {
  await sql`truncate accounts, rate_limits, webhook_events, mails, tickets, help_votes, mail_suppressions restart identity cascade`.execute(
    db,
  )
  // They refer to accounts, so they are gone, too, and the next start puts them there again.
  await forgetSetting(db, FIRST_TEXTS)
}
