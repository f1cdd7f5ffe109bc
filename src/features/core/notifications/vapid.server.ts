import { createECDH, hkdfSync } from 'node:crypto'

/** As base64url. */
type Vapid = { publicKey: string; privateKey: string }
const kept = new Map<string, Vapid>()

/**
 * The key pair by which push services know us (RFC 8292). It follows from the session secret, so
 * that all processes share it.
 */
export function vapidOf(sessionSecret: string): Vapid {
  const known = kept.get(sessionSecret)
  if (known) return known
  const ecdh = createECDH('prime256v1')
  ecdh.setPrivateKey(Buffer.from(hkdfSync('sha256', sessionSecret, '', 'web push', 32)))
  const made = {
    publicKey: ecdh.getPublicKey('base64url'),
    privateKey: ecdh.getPrivateKey('base64url'),
  }
  kept.set(sessionSecret, made)
  return made
}
