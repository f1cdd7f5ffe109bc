import { createHash } from 'node:crypto'

/**
 * Postbacks as Verotel sends them: names and order as recorded (pipisco/laravel-verotel-flexpay,
 * version 3.4), with the `transactionID` that live renewals have
 * (datinglibre/datinglibre-verotel-bundle). Values are ours; `{…}` is filled in.
 */
const recorded = {
  purchase:
    'CCBrand=VISA&custom1=&paymentMethod=CC&priceAmount={price}&priceCurrency={currency}&referenceID={order}&saleID={sale}&shopID={shop}&transactionID={transaction}&truncatedPAN=XXXXXXXXXXXX3321&type=purchase',
  initial:
    'CCBrand=VISA&event=initial&nextChargeOn={next}&paymentMethod=CC&period=P30D&priceAmount={price}&priceCurrency={currency}&referenceID={order}&saleID={sale}&shopID={shop}&subscriptionType=recurring&transactionID={transaction}&truncatedPAN=XXXXXXXXXXXX0101&type=subscription',
  trial:
    'CCBrand=VISA&event=initial&nextChargeOn={next}&paymentMethod=CC&period=P30D&priceAmount={price}&priceCurrency={currency}&referenceID={order}&saleID={sale}&shopID={shop}&subscriptionType=recurring&transactionID={transaction}&trialAmount={trial}&trialPeriod=P3D&truncatedPAN=XXXXXXXXXXXX0101&type=subscription',
  rebill:
    'amount={price}&currency={currency}&event=rebill&nextChargeOn={next}&paymentMethod=CC&referenceID={order}&saleID={sale}&shopID={shop}&subscriptionPhase=normal&subscriptionType=recurring&transactionID={transaction}&type=subscription',
  cancel:
    'cancelledBy=user&event=cancel&expiresOn={next}&referenceID={order}&saleID={sale}&shopID={shop}&subscriptionPhase=normal&subscriptionType=recurring&type=subscription',
  uncancel:
    'event=uncancel&nextChargeOn={next}&referenceID={order}&saleID={sale}&shopID={shop}&subscriptionPhase=normal&subscriptionType=recurring&type=subscription&uncancelledBy=support',
  extend:
    'event=extend&nextChargeOn={next}&referenceID={order}&saleID={sale}&shopID={shop}&subscriptionPhase=normal&subscriptionType=recurring&type=subscription',
  downgrade:
    'amount={price}&currency={currency}&event=downgrade&referenceID={order}&saleID={sale}&shopID={shop}&subscriptionPhase=normal&subscriptionType=recurring&type=subscription',
  expiry:
    'event=expiry&referenceID={order}&saleID={sale}&shopID={shop}&subscriptionType=recurring&type=subscription',
  upgrade:
    'CCBrand=VISA&event=upgrade&nextChargeOn={next}&paymentMethod=CC&period=P30D&precededBySaleID=456788&priceAmount={price}&priceCurrency={currency}&referenceID={order}&saleID={sale}&shopID={shop}&subscriptionType=recurring&truncatedPAN=XXXXXXXXXXXX0101&type=subscription',
  credit:
    'event=credit&parentID={parent}&priceAmount={price}&priceCurrency={currency}&referenceID={order}&saleID={sale}&shopID={shop}&subscriptionPhase=normal&subscriptionType=recurring&transactionID={transaction}&type=subscription',
  purchaseCredit:
    'event=credit&parentID={parent}&priceAmount={price}&priceCurrency={currency}&referenceID={order}&saleID={sale}&shopID={shop}&transactionID={transaction}&type=purchase',
  chargeback:
    'event=chargeback&parentID={parent}&priceAmount={price}&priceCurrency={currency}&referenceID={order}&saleID={sale}&shopID={shop}&subscriptionPhase=normal&subscriptionType=recurring&transactionID={transaction}&type=subscription',
} as const

export type Recorded = keyof typeof recorded
export type Fill = Partial<
  Record<
    'price' | 'currency' | 'order' | 'sale' | 'shop' | 'transaction' | 'parent' | 'next' | 'trial',
    string | number
  >
>

/** The parameters of a recorded postback, unsigned. */
export function postbackOf(kind: Recorded, fill: Fill): Record<string, string> {
  const filled = recorded[kind].replaceAll(/\{(\w+)\}/g, (_, name: keyof Fill) =>
    encodeURIComponent(String(fill[name] ?? '')),
  )
  return Object.fromEntries(new URLSearchParams(filled))
}

/** Verotel's own signing, written apart from the product's. */
export function signedBy(
  key: string,
  parameters: Record<string, string>,
  algorithm: 'sha256' | 'sha1' = 'sha256',
): URLSearchParams {
  const pairs = Object.entries(parameters).map((pair) => pair.join('='))
  const text = [key, ...pairs.toSorted((a, b) => Buffer.from(a).compare(Buffer.from(b)))].join(':')
  return new URLSearchParams({
    ...parameters,
    signature: createHash(algorithm).update(text).digest('hex'),
  })
}

export function without(parameters: Record<string, string>, name: string): Record<string, string> {
  return Object.fromEntries(Object.entries(parameters).filter(([one]) => one !== name))
}
