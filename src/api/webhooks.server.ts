import { MINUTE, SECOND } from '../lib/clock.ts'
import { isSameText, signatureOf } from '../lib/signature.server.ts'
import { ApiError } from './errors.ts'
import type { Services } from './services.server.ts'

/** Maximum difference between a webhook's timestamp and our clock (decisions §6). */
const WINDOW = 5 * MINUTE

export const TIMESTAMP_HEADER = 'X-Webhook-Timestamp'
export const SIGNATURE_HEADER = 'X-Webhook-Signature'

/** Does not say which part of the signature is wrong, so that a forger learns nothing. */
export function signedRequest(
  { settings }: Services,
  signer: 'gateway' | 'partner',
  request: Request,
  body: Uint8Array<ArrayBuffer>,
  at: Date,
): Request {
  const timestamp = request.headers.get(TIMESTAMP_HEADER) ?? ''
  const given = request.headers.get(SIGNATURE_HEADER) ?? ''
  const secret = settings[signer]?.secret
  const sentAt = /^\d{1,12}$/.test(timestamp) ? Number(timestamp) * SECOND : NaN
  const isTimely = Math.abs(at.getTime() - sentAt) <= WINDOW
  const isSigned = secret !== undefined && isSameText(given, signatureOf(body, timestamp, secret))
  if (!isSigned || !isTimely)
    throw new ApiError('forbidden', 'This request is not signed as it should be.')
  return new Request(request.url, { method: request.method, headers: request.headers, body })
}
