import { idIn, referenceOf } from '#money/orders/providers.ts'

/** DataLink asks for the subaccount beside the subscription, so that references name both. */
export type CcbillSubscription = { subaccount: string; subscription: string }

export function subscriptionReference({ subaccount, subscription }: CcbillSubscription): string {
  return referenceOf('ccbill', `${subaccount}-${subscription}`)
}

export function paymentReference(of: CcbillSubscription, transaction: string): string {
  return `${subscriptionReference(of)}-${transaction}`
}

/** Of a payment or a subscription. Throws for a reference that is not CCBill's. */
export function subscriptionIn(reference: string): CcbillSubscription {
  const [subaccount, subscription] = idIn(reference).split('-')
  if (!reference.startsWith('ccbill:') || subaccount === undefined || subscription === undefined)
    throw new Error('a reference that is not of CCBill')
  return { subaccount, subscription }
}
