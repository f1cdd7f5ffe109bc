import { createHmac, timingSafeEqual } from 'node:crypto'

/** How a server signs a body that it sends to another one: HMAC-SHA256 over the time of sending and the body. */
export function signatureOf(body: string | Uint8Array, timestamp: string, secret: string): string {
  return `sha256=${createHmac('sha256', secret).update(timestamp).update('.').update(body).digest('hex')}`
}

/** Compares without telling by its duration how much of the text was right. */
export function isSameText(given: string, expected: string): boolean {
  const [left, right] = [Buffer.from(given), Buffer.from(expected)]
  return left.length === right.length && timingSafeEqual(left, right)
}

/** A value that travels through somebody else's hands: readable by them, but not to be changed. */
export function sealed(value: unknown, secret: string): string {
  const text = Buffer.from(JSON.stringify(value)).toString('base64url')
  return `${text}.${markOf(text, secret)}`
}

/** What `sealed` was given; null if it was changed, or sealed under another secret. */
export function opened(seal: string, secret: string): unknown {
  const [text = '', mark = ''] = seal.split('.')
  return isSameText(mark, markOf(text, secret)) ? JSON.parse(Buffer.from(text, 'base64url').toString()) : null
}

function markOf(text: string, secret: string): string {
  return createHmac('sha256', secret).update('seal.').update(text).digest('base64url')
}
