import { decimalOf } from '../decimals.ts'
import type { Processor, ProcessorKind } from '../processor.ts'
import { differencesFrom } from './compare.ts'
import { cancelSubscription, refundOnce, statusOf } from './data-link.server.ts'
import type { Ccbill } from './env.server.ts'
import { ccbillCheckout } from './form.server.ts'
import { ccbillJob } from './job.server.ts'
import { pricesOutside } from './prices.ts'
import { subscriptionIn, subscriptionReference as toReference } from './references.ts'
import { ccbillHandlers } from './webhook.server.ts'

/**
 * CCBill charges declined renewals again by itself, and has no list of transactions for this API.
 */
function ccbillProcessor(ccbill: Ccbill): Processor {
  return {
    checkout: ccbillCheckout(ccbill),
    cancel: (subscription) => cancelSubscription(ccbill, subscriptionIn(subscription)),
    refundsAnyCharge: false,
    refund: ({ payment, amount }) => refundOnce(ccbill, subscriptionIn(payment), decimalOf(amount)),
    retry: null,
    list: null,
    // By a sale's reference alone, which its first report brings.
    compare: async (sale, reported) => {
      const { subscriptionReference: reference, paymentReference } = sale.contract
      if (paymentReference === null) return []
      const of = subscriptionIn(reference ?? paymentReference)
      const known = await reported(toReference(of))
      return known.isWaiting
        ? []
        : differencesFrom(await statusOf(ccbill, of), sale, toReference(of), known)
    },
  }
}

export const ccbill: ProcessorKind = {
  open: ({ settings }) => settings.ccbill && ccbillProcessor(settings.ccbill),
  handlers: () => ccbillHandlers,
  jobs: (receive) => [ccbillJob(receive)],
  // Its pages show a subscription without its subaccount.
  references: ({ ccbill: own }, subscription) =>
    [...(own?.shops.values() ?? [])].map(({ subaccount }) =>
      toReference({ subaccount, subscription }),
    ),
  wrongPrices: (settings) => (settings.ccbill ? pricesOutside(settings.ccbill) : []),
}
