import type { Erasure } from '#api/erasure.server.ts'
import type { Services } from '#api/services.server.ts'
import { claimDeparture } from '#core/accounts/standing/departures.sql.ts'
import { BATCH, inBatches, type Job } from '#jobs/worker.server.ts'
import { DAY, HOUR, later } from '#lib/clock.ts'
import { sweepCounts } from './counts.sql.ts'
import { agingCounts } from './erasures.server.ts'
import { EXPORT_KEPT } from './export-file.ts'
import { sweepExports } from './exports.sql.ts'

/**
 * Erases the accounts whose fourteen days are over, in batches; what a crash interrupts is resumed.
 */
export const erasureJob: Job = {
  name: 'erasure',
  period: HOUR,
  start: (services) => ({
    async run(stopping) {
      while (!stopping.aborted) {
        const accountId = await claimDeparture(services.db, services.clock.now())
        if (accountId === null) return
        await eraseAccount(services, accountId, stopping).catch((error: unknown) => {
          services.log.error(
            { accountId, error },
            'an account is not erased yet; the next run goes on',
          )
        })
      }
    },
  }),
}

/**
 * Runs every step until it has nothing left to do; the last one records that the account is erased.
 */
export async function eraseAccount(
  services: Services,
  accountId: number,
  stopping: AbortSignal,
  steps: readonly Erasure[] = services.erasures,
): Promise<void> {
  for (const step of steps) {
    if (!('erase' in step) || step.erase === undefined) continue
    let count = 1
    while (count > 0) {
      if (stopping.aborted) return
      count = await step.erase(services, accountId, BATCH)
    }
  }
  services.log.info({ accountId }, 'account erased')
}

/** Deletes by the hour what goes by its age, some of it after a day. */
export const agingJob: Job = {
  name: 'aging',
  period: HOUR,
  start: (services) => ({
    async run(stopping) {
      const { db, clock, aging } = services
      for (const { sweep, days } of aging)
        await inBatches(stopping, (most) =>
          sweep(db, later(clock.now(), -days * DAY), most, services),
        )
    },
  }),
}

/** Deletes what was kept for longer than the table says, and old copies of data. */
export const retentionJob: Job = {
  name: 'retention',
  period: DAY,
  start: (services) => ({
    async run(stopping) {
      const { db, clock } = services
      const at = clock.now()
      await inBatches(stopping, (most) => sweepExports(db, later(at, -EXPORT_KEPT), most))
      for (const step of services.erasures) {
        if (step.onErasure !== 'kept' || step.sweep === null || step.retention.days === null)
          continue
        const { sweep, retention } = step
        const before = later(at, -(retention.days ?? 0) * DAY)
        await inBatches(stopping, (most) => sweep(db, before, most, services))
      }
      for (const { table, days } of agingCounts)
        await inBatches(stopping, (most) => sweepCounts(db, table, later(at, -days * DAY), most))
    },
  }),
}
