import { createHmac, timingSafeEqual } from 'node:crypto'

export function signatureOf(body: string | Uint8Array, timestamp: string, secret: string): string {
  return `sha256=${createHmac('sha256', secret).update(timestamp).update('.').update(body).digest('hex')}`
}

/** Compares in constant time. */
export function isSameText(given: string, expected: string): boolean {
  const [left, right] = [Buffer.from(given), Buffer.from(expected)]
  return left.length === right.length && timingSafeEqual(left, right)
}

/** Signs a value that a client passes back: the client can read it, but not change it. */
export function sign(value: unknown, secret: string): string {
  const text = Buffer.from(JSON.stringify(value)).toString('base64url')
  return `${text}.${macOf(text, secret)}`
}

export function verify(signed: string, secret: string): unknown {
  const [text = '', mac = ''] = signed.split('.')
  return isSameText(mac, macOf(text, secret))
    ? JSON.parse(Buffer.from(text, 'base64url').toString())
    : null
}

/**
 * The prefix separates this input from that of `signatureOf`, so that neither signature is valid as
 * the other.
 */
function macOf(text: string, secret: string): string {
  return createHmac('sha256', secret).update('seal.').update(text).digest('base64url')
}
