import { ECDH } from 'node:crypto'

/** As base64url: a public key on P-256, and a secret of 16 bytes. */
export type DeviceKeys = { p256dh: string; auth: string }

/** The keys of a browser without padding, as they are encoded to; null for what no browser has. */
export function deviceKeysIn(given: DeviceKeys): DeviceKeys | null {
  const key = Buffer.from(given.p256dh, 'base64url')
  const secret = Buffer.from(given.auth, 'base64url')
  if (key.length !== 65 || key[0] !== 4 || secret.length !== 16) return null
  try {
    ECDH.convertKey(key, 'prime256v1')
  } catch {
    // The point is not on the curve.
    return null
  }
  return { p256dh: key.toString('base64url'), auth: secret.toString('base64url') }
}
