import { Secret, TOTP } from 'otpauth'
import { SECOND } from '../../lib/clock.ts'
import { CODE_DIGITS, CODE_SECONDS } from './second-factor.ts'

/** How far an app's clock may be off: one code before and one after. */
const WINDOW = 1
/** What every authenticator app knows; the hash is not what its safety rests on (RFC 6238 §1.2). */
const shape = { algorithm: 'SHA1', digits: CODE_DIGITS, period: CODE_SECONDS }

/** 160 random bits in base 32, as an app takes them. */
export function newSecret(): string {
  return new Secret({ size: 20 }).base32
}

/** The `otpauth:` address that a QR code holds. */
export function factorAddress(secret: string, issuer: string, username: string): string {
  return new TOTP({ ...shape, secret, issuer, label: username }).toString()
}

/** The time step whose code this is, by our clock; null where it is none of now, one before and one after. */
export function stepOf(secret: string, code: string, at: Date): number | null {
  const timestamp = at.getTime()
  const delta = TOTP.validate({ ...shape, secret: Secret.fromBase32(secret), token: code, timestamp, window: WINDOW })
  return delta === null ? null : Math.floor(timestamp / (CODE_SECONDS * SECOND)) + delta
}

/** The code of an instant, as an app would show it. */
export function codeAt(secret: string, at: Date): string {
  return TOTP.generate({ ...shape, secret: Secret.fromBase32(secret), timestamp: at.getTime() })
}
