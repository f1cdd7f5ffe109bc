import { Secret, TOTP } from 'otpauth'
import { SECOND } from '#lib/clock.ts'
import { CODE_DIGITS, CODE_SECONDS } from './second-factor.ts'

/** Accepted clock drift: one code before and one after. */
const WINDOW = 1
/** The parameters that every authenticator app supports; HMAC-SHA1 is safe here (RFC 6238 §1.2). */
const shape = { algorithm: 'SHA1', digits: CODE_DIGITS, period: CODE_SECONDS }

export function newSecret(): string {
  return new Secret({ size: 20 }).base32
}

export function factorAddress(secret: string, issuer: string, username: string): string {
  return new TOTP({ ...shape, secret, issuer, label: username }).toString()
}

/** The time step of a code by the server's clock; null outside the accepted drift. */
export function stepOf(secret: string, code: string, at: Date): number | null {
  const timestamp = at.getTime()
  const delta = TOTP.validate({
    ...shape,
    secret: Secret.fromBase32(secret),
    token: code,
    timestamp,
    window: WINDOW,
  })
  return delta === null ? null : Math.floor(timestamp / (CODE_SECONDS * SECOND)) + delta
}

export function codeAt(secret: string, at: Date): string {
  return TOTP.generate({ ...shape, secret: Secret.fromBase32(secret), timestamp: at.getTime() })
}
