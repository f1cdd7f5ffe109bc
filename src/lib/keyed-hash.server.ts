import { createHmac, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto'

/** By purpose and secret: a process has one secret, and a dozen purposes. */
const keys = new Map<string, KeyObject>()

/**
 * HMAC-SHA-256, for what is compared and never read again; each purpose has its own key. Without
 * the secret it cannot be guessed.
 */
export function keyedHash(text: string, secret: string, purpose: string): Buffer {
  return createHmac('sha256', keyOf(secret, purpose)).update(text).digest()
}

function keyOf(secret: string, purpose: string): KeyObject {
  const name = `${purpose}\n${secret}`
  let key = keys.get(name)
  if (!key) {
    key = createSecretKey(new Uint8Array(hkdfSync('sha256', secret, '', purpose, 32)))
    keys.set(name, key)
  }
  return key
}
