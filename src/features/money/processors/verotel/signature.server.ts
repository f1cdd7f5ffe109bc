import { createHash } from 'node:crypto'
import { isSameText } from '#lib/signature.server.ts'

export type Parameters = Readonly<Record<string, string>>

/**
 * What is signed of our own requests; others, such as `email`, are left out (Verotel::FlexPay,
 * `get_signature`).
 */
const signed = new Set(
  [
    'cancelDiscountPercentage custom1 custom2 custom3 declineURL description name paymentMethod period precedingSaleID',
    'priceAmount priceCurrency referenceID saleID shopID subscriptionType successURL trialAmount trialPeriod type upgradeOption version',
  ].flatMap((names) => names.split(' ')),
)

/** SHA-256 of the key and `:name=value` of each parameter, by name in the order of its bytes. */
function digestOf(parameters: Parameters, key: string): string {
  const pairs = Object.keys(parameters)
    .toSorted((a, b) => (a < b ? -1 : 1))
    .map((name) => `:${name}=${parameters[name] ?? ''}`)
  return createHash('sha256')
    .update(key + pairs.join(''))
    .digest('hex')
}

export function signatureOfRequest(parameters: Parameters, key: string): string {
  return digestOf(
    Object.fromEntries(Object.entries(parameters).filter(([name]) => signed.has(name))),
    key,
  )
}

/**
 * Requests of ours name the protocol's version, also within another value, which is signed as the
 * same words; a postback names its sale and what kind of sale it is.
 */
function isRequest(parameters: Parameters): boolean {
  if (Object.values(parameters).some((value) => value.includes(':version='))) return true
  const { version, saleID, type } = parameters
  return version !== undefined && (saleID === undefined || type === undefined)
}

/**
 * Of a postback each parameter is signed. Signatures by SHA-1, which version 3 had, are refused;
 * and so is a request of ours, which its buyer has in the address bar, and whose signature is by
 * the same key over the same words.
 */
export function isSignedPostback(
  { signature = '', ...parameters }: Parameters,
  key: string,
): boolean {
  return !isRequest(parameters) && isSameText(signature.toLowerCase(), digestOf(parameters, key))
}
