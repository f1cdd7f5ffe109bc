import type { Services } from '#api/services.server.ts'
import { addresseeOf } from '#core/accounts/accounts.sql.ts'
import type { Trx } from '#db/connection.server.ts'
import type { Job } from '#jobs/worker.server.ts'
import { HOUR } from '#lib/clock.ts'
import { contractOf } from '#money/orders/contracts.sql.ts'
import { productOf } from '#money/prices/offers.ts'
import { formatMoney } from '#money/prices/price-list.ts'
import { brandById } from '#sites/registry.ts'
import { reminderMail } from './mails.ts'
import { takeReminder } from './reminders.sql.ts'

/**
 * Reminds of renewals and of the end of free trials: taken and mailed in one transaction, so once
 * each.
 */
export const reminderJob: Job = {
  name: 'renewalReminders',
  period: HOUR,
  start: (services) => ({
    async run(stopping) {
      while (
        !stopping.aborted &&
        (await services.db.transaction().execute((trx) => remindOne(services, trx)))
      )
        continue
    },
  }),
}

async function remindOne(services: Services, trx: Trx): Promise<boolean> {
  const due = await takeReminder(trx, services.clock.now())
  if (!due) return false
  const brand = brandById(due.brand)
  const product = brand && productOf(brand, due.plan)
  const contract = due.order === null ? undefined : await contractOf(trx, due.order)
  const account = await addresseeOf(trx, due.accountId)
  const renews = product?.gives.kind === 'premium' && product.gives.renews
  // A renewal that has passed, or was cancelled, is not announced any more.
  if (!due.isOpen || !brand || !contract || !account || !renews) return true
  const amount = formatMoney({
    amount: contract.renewalAmount ?? contract.amount,
    currency: contract.currency,
  })
  const isTrial = contract.chargedAmount === 0
  await services.queueMail(
    trx,
    reminderMail(services, brand, account, {
      order: contract.order,
      name: product.name,
      amount,
      at: due.paidUntil,
      isTrial,
    }),
  )
  return true
}
