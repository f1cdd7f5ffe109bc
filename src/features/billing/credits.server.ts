import { type Handler, handle } from '../../api/router.server.ts'
import type { Job } from '../../jobs/worker.server.ts'
import { HOUR } from '../../lib/clock.ts'
import { type CreditsInfo, currentCreditsInfo } from './credits.contract.ts'
import { accountsToWriteOff, balanceOf, writeOffExpired } from './credits.sql.ts'

const currentCreditsHandler = handle(currentCreditsInfo, async ({ scope, services }) => {
  const info: CreditsInfo = { currentCredits: await balanceOf(services.db, scope.member.id, scope.at) }
  return JSON.stringify(info)
})

const BATCH = 200

/** Keeps the ledger honest about what has expired; nobody's balance waits for it. */
export const creditExpiryJob: Job = {
  name: 'creditExpiry',
  period: HOUR,
  start: ({ db, clock }) => ({
    async run(stopping) {
      const at = clock.now()
      let due = await accountsToWriteOff(db, at, BATCH)
      while (due.length > 0 && !stopping.aborted) {
        for (const accountId of due) await db.transaction().execute((trx) => writeOffExpired(trx, accountId, at))
        due = due.length < BATCH ? [] : await accountsToWriteOff(db, at, BATCH)
      }
    },
  }),
}

export const creditsHandlers: Handler[] = [currentCreditsHandler]
