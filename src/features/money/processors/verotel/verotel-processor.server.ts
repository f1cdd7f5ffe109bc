import type { Services } from '#api/services.server.ts'
import { linkTo } from '#core/accounts/mails.ts'
import type { Product } from '#money/prices/offers.ts'
import type { Processor, ProcessorKind } from '../processor.ts'
import { differencesFrom } from './compare.ts'
import { cancelSale, refundTransaction, saleStatus } from './control-center.server.ts'
import type { Verotel } from './env.server.ts'
import { numberIn, saleReference, transactionReference } from './postback.ts'
import { shownStatus } from './sale-status.server.ts'
import { isSellable, type OrderPrice, startOrderAddress } from './start-order.server.ts'
import { verotelHandlers } from './verotel.server.ts'

/**
 * Verotel's FlexPay (field §6). It retries declined renewals by itself, and has no public list of
 * transactions; a sale whose postback we did not answer is paid back by Verotel, so that none is
 * paid for and missing.
 */
function verotelProcessor(
  network: Pick<Services, 'settings' | 'address'>,
  { shops, startOrigin, center }: Verotel,
): Processor {
  return {
    checkout: {
      name: 'Verotel',
      statement: 'VTSUP.COM',
      sells: (product) =>
        isSellable(chargeOf(product, { ...product.price, renewalAmount: product.price.amount })),
      address: ({ order, product, brand }) => {
        const shop = shops.get(brand.id)
        if (!shop) throw new Error(`${brand.id} has no shop at Verotel`)
        return startOrderAddress(startOrigin, shop, {
          order: order.id,
          name: `${brand.name}: ${product.name}`,
          charge: chargeOf(product, order),
          successUrl: linkTo(network, brand, `/billing/upgrade?order=${order.id}`),
          declineUrl: linkTo(
            network,
            brand,
            `/billing/upgrade?keyword=${encodeURIComponent(product.keyword)}`,
          ),
        })
      },
    },
    cancel: async (subscription) => cancelSale(center, numberOf(subscription, 'sale')),
    refundsAnyCharge: true,
    refund: async ({ payment, amount }) =>
      refundTransaction(center, numberOf(payment, 'transaction'), amount),
    retry: null,
    list: null,
    compare: async (sale) => {
      const { brand, order } = sale.contract
      const shop = shops.get(brand)
      return shop
        ? differencesFrom(await saleStatus(startOrigin, shop, { referenceID: String(order) }), sale)
        : []
    },
  }
}

type Agreed = { amount: number; renewalAmount: number; currency: string }

/** The order's amounts hold, at whatever price the product is now. */
function chargeOf({ gives }: Product, { amount, renewalAmount, currency }: Agreed): OrderPrice {
  if (gives.kind === 'credits' || !gives.renews) return { amount, currency, renewal: null }
  return {
    amount,
    currency,
    renewal: { days: gives.days, amount: renewalAmount, everyDays: gives.then?.days ?? gives.days },
  }
}

function numberOf(reference: string, kind: 'sale' | 'transaction'): string {
  const number = numberIn(reference, kind)
  if (number === null) throw new Error(`Verotel has not said which ${kind} ${reference} is`)
  return number
}

export const verotel: ProcessorKind = {
  open: (services) =>
    services.settings.verotel && verotelProcessor(services, services.settings.verotel),
  handlers: verotelHandlers,
  references: (_, number) => [saleReference(number), transactionReference(number)],
  saleStatus: async ({ verotel: own }, brand, order) => own && shownStatus(own, brand, order),
}
