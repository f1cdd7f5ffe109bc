import { type Handler, handle } from '../../api/router.server.ts'
import { inBatches, type Job } from '../../jobs/worker.server.ts'
import { HOUR } from '../../lib/clock.ts'
import { type CreditsInfo, currentCreditsInfo } from './credits.contract.ts'
import { balanceOf, writeOffExpired } from './credits.sql.ts'

const currentCreditsHandler = handle(currentCreditsInfo, async ({ scope, services }) => {
  const info: CreditsInfo = { currentCredits: await balanceOf(services.db, scope.member.id, scope.at) }
  return JSON.stringify(info)
})

export const creditExpiryJob: Job = {
  name: 'creditExpiry',
  period: HOUR,
  start: ({ db, clock }) => ({
    run(stopping) {
      const at = clock.now()
      return inBatches(stopping, (most) => db.transaction().execute((trx) => writeOffExpired(trx, at, most)))
    },
  }),
}

export const creditsHandlers: Handler[] = [currentCreditsHandler]
