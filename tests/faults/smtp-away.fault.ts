import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '#db/connection.server.ts'
import { wake } from '#jobs/wake.sql.ts'
import { startApp } from '../support/app.ts'
import { aMail, startSmtpServer } from '../support/mail.ts'
import { freePort } from '../support/postgres.ts'
import { PRODUCTION, startProduct } from '../support/processes.ts'
import { type Fault, onTheWay } from './fault.ts'

/**
 * The mail server is away for ten minutes; back, it has just taken a mail whole when the process is
 * killed, before that is recorded. SMTP has no way to ask whether a mail has arrived, so that mail
 * is sent again: with the same Message-ID, by which receivers drop it. Time goes by in the table of
 * mails, instead of on the clock.
 */
const SIZES = { full: { mails: 500, kills: 10 }, short: { mails: 20, kills: 1 } }
const MINUTES = 10
/** How many mails one process sends at the same time. */
const AT_ONCE = 3
const PATIENCE = 120_000

export const fault: Fault = async (size) => {
  const { mails, kills } = SIZES[size]
  const port = await freePort()
  const tell = onTheWay(size, 1)
  const product = await startProduct(
    'postgres',
    async (database) => {
      const app = await startApp({ SESSION_SECRET: PRODUCTION.SESSION_SECRET }, database)
      app.clock.advance(Date.now() - app.clock.now().getTime())
      for (let number = 0; number < mails; number += 1)
        await app.services.queueMail(app.db, aMail({ subject: `Mail ${number}` }))
      await app.close()
    },
    { SMTP_URL: `smtp://127.0.0.1:${port}` },
  )
  try {
    return await product.look(async ({ db }) => {
      for (let minute = 0; minute < MINUTES; minute += 1) {
        const before = await triesOf(db)
        await letTimePass(db, 1)
        await until(async () => (await triesOf(db)) > before, 'a try while the server is away')
        tell(minute, () => `minute ${minute + 1} without a mail server`)
      }
      const tries = await triesOf(db)
      const smtp = await startSmtpServer(port)
      // The claims of a process that was killed end by themselves after five minutes.
      for (let kill = 1; kill <= kills; kill += 1) {
        const last = Math.floor((mails * kill) / (kills + 1))
        let isKilled = false
        smtp.behave(() => {
          if (isKilled || smtp.received.length < last) return isKilled ? 'stall' : 'accept'
          isKilled = true
          product.process.signal('SIGKILL')
          return 'stall'
        })
        await letTimePass(db, MINUTES)
        await until(async () => isKilled, 'a mail to be killed at')
        await product.process.ended()
        smtp.behave(() => 'accept')
        await product.process.start()
        await product.process.ready()
        tell(kill, () => `killed ${kill} times, ${smtp.received.length} mails received`)
      }
      smtp.behave(() => 'accept')
      await letTimePass(db, MINUTES)
      const waiting = () =>
        db
          .selectFrom('mails')
          .select('id')
          .where('sent_at', 'is', null)
          .where('failed_at', 'is', null)
          .execute()
      await until(async () => (await waiting()).length === 0, 'the last mail')
      const failed = await db
        .selectFrom('mails')
        .select('id')
        .where('failed_at', 'is not', null)
        .execute()
      await smtp.close()
      const names = new Set(smtp.received.map(({ messageId }) => messageId))
      const subjects = new Set(smtp.received.map(({ subject }) => subject))
      const again = smtp.received.length - names.size
      return [
        {
          what: `tries in ${MINUTES} minutes without a mail server`,
          figure: String(tries),
          aim: '',
          isReached: tries > 0,
        },
        {
          what: 'mails; … delivered',
          figure: `${mails}; ${subjects.size}`,
          aim: 'all',
          isReached: subjects.size === mails && failed.length === 0,
        },
        {
          what: '… by a Message-ID of their own, of which receivers keep one',
          figure: String(names.size),
          aim: String(mails),
          isReached: names.size === mails,
        },
        {
          what: `… sent again under it after ${kills} kills between sending and marking`,
          figure: String(again),
          aim: `at most ${AT_ONCE * kills}, those in flight`,
          isReached: again <= AT_ONCE * kills,
        },
      ]
    })
  } finally {
    await product.stop()
  }
}

/** For all that waits, and for what a process has claimed. */
async function letTimePass(db: Db, minutes: number): Promise<void> {
  const interval = sql`make_interval(mins => ${minutes})`
  await sql`update mails set next_try_at = next_try_at - ${interval}, claimed_until = claimed_until - ${interval} where sent_at is null`.execute(
    db,
  )
  await wake(db, 'mail')
}

async function triesOf(db: Db): Promise<number> {
  const { rows } = await sql<{
    tries: number
  }>`select coalesce(sum(tries), 0)::int as tries from mails`.execute(db)
  return rows[0]?.tries ?? 0
}

async function until(isSo: () => Promise<boolean>, what: string): Promise<void> {
  for (let waited = 0; !(await isSo()); waited += 20) {
    if (waited > PATIENCE) throw new Error(`waited in vain for ${what}`)
    await pause(20)
  }
}
