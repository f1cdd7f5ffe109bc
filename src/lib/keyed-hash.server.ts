import { createHmac, hkdfSync } from 'node:crypto'

/**
 * HMAC-SHA-256, for what is compared and never read again; each purpose has its own key. Without
 * the secret it cannot be guessed.
 */
export function keyedHash(text: string, secret: string, purpose: string): Buffer {
  return createHmac('sha256', new Uint8Array(hkdfSync('sha256', secret, '', purpose, 32)))
    .update(text)
    .digest()
}
