import {
  createECDH,
  createPrivateKey,
  hkdfSync,
  type JsonWebKeyInput,
  type KeyObject,
  sign,
} from 'node:crypto'
import { HOUR } from '../../../lib/clock.ts'

/** A push service accepts at most 24 hours. */
const VALID_FOR = 12 * HOUR

type Vapid = { publicKey: string; privateKey: KeyObject }
const kept = new Map<string, Vapid>()

/** The key pair by which push services know us (RFC 8292). It follows from the session secret, so that all processes share it. */
export function vapidOf(sessionSecret: string): Vapid {
  const known = kept.get(sessionSecret)
  if (known) return known
  const secret = Buffer.from(hkdfSync('sha256', sessionSecret, '', 'web push', 32))
  const ecdh = createECDH('prime256v1')
  ecdh.setPrivateKey(secret)
  const point = ecdh.getPublicKey()
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) =>
    half.toString('base64url'),
  )
  const made = {
    publicKey: point.toString('base64url'),
    privateKey: createPrivateKey({
      key: {
        kty: 'EC',
        crv: 'P-256',
        d: secret.toString('base64url'),
        x,
        y,
      } as JsonWebKeyInput['key'],
      format: 'jwk',
    }),
  }
  kept.set(sessionSecret, made)
  return made
}

/** The Authorization header for a push service, which may write to `contact` if something is wrong. */
export function vapidHeader(
  { publicKey, privateKey }: Vapid,
  endpoint: URL,
  contact: string,
  at: Date,
): string {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const claims = {
    aud: endpoint.origin,
    exp: Math.floor((at.getTime() + VALID_FOR) / 1000),
    sub: `mailto:${contact}`,
  }
  const text = `${part({ typ: 'JWT', alg: 'ES256' })}.${part(claims)}`
  const signature = sign('sha256', Buffer.from(text), {
    key: privateKey,
    dsaEncoding: 'ieee-p1363',
  })
  return `vapid t=${text}.${signature.toString('base64url')}, k=${publicKey}`
}
