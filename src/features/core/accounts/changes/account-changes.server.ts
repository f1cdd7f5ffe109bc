import type { Services } from '#api/services.server.ts'
import type { Job } from '#jobs/worker.server.ts'
import { MINUTE } from '#lib/clock.ts'
import { brandById } from '#sites/registry.ts'
import { accountChangedMail } from '../mails.ts'
import { contactOf } from '../standing/account-status.sql.ts'
import { takeDueChanges } from './account-changes.sql.ts'
import { isChangeKind } from './account-changes.ts'

const AT_ONCE = 100

/**
 * Tells people of changes to their accounts: a batch and that they were told are one transaction.
 */
export const accountChangeJob: Job = {
  name: 'accountChanges',
  period: 5 * MINUTE,
  start: (services) => ({
    async run(stopping) {
      for (let taken = AT_ONCE; taken === AT_ONCE && !stopping.aborted;)
        taken = await tellSome(services)
    },
  }),
}

async function tellSome(services: Services): Promise<number> {
  return services.db.transaction().execute(async (trx) => {
    const due = await takeDueChanges(trx, services.clock.now(), AT_ONCE)
    for (const { accountId, kinds } of due) {
      const contact = await contactOf(trx, accountId)
      const brand = contact && brandById(contact.brand)
      if (brand)
        await services.queueMail(
          trx,
          accountChangedMail(
            services,
            brand,
            { id: accountId, ...contact },
            kinds.filter(isChangeKind),
          ),
        )
    }
    return due.length
  })
}
