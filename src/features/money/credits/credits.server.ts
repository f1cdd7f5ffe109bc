import { type Handler, handle } from '#api/call.server.ts'
import type { Services } from '#api/services.server.ts'
import type { CreditStatus } from '#core/accounts/standing/membership.ts'
import { inBatches, type Job } from '#jobs/worker.server.ts'
import { HOUR } from '#lib/clock.ts'
import { type CreditsInfo, currentCreditsInfo } from './credits.contract.ts'
import { lastingCreditStatus, writeOffExpired } from './credits.sql.ts'

/** For polls and pages, which show it; who spends looks at the ledger itself. */
export function knownCreditStatus(
  { db, remembered }: Pick<Services, 'db' | 'remembered'>,
  memberId: number,
  at: Date,
): Promise<CreditStatus> {
  return remembered.of(memberId, 'credits', at, () => lastingCreditStatus(db, memberId, at))
}

const currentCreditsHandler = handle(currentCreditsInfo, async ({ scope, services }) => {
  const { credits } = await knownCreditStatus(services, scope.member.id, scope.at)
  return JSON.stringify({ currentCredits: credits } satisfies CreditsInfo)
})

export const creditExpiryJob: Job = {
  name: 'creditExpiry',
  period: HOUR,
  start: ({ db, clock }) => ({
    run(stopping) {
      const at = clock.now()
      return inBatches(stopping, (most) =>
        db.transaction().execute((trx) => writeOffExpired(trx, at, most)),
      )
    },
  }),
}

export const creditsHandlers: Handler[] = [currentCreditsHandler]
