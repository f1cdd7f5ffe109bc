/** What authenticator apps show: six digits, another six every thirty seconds (RFC 6238). */
export const CODE_DIGITS = 6
export const CODE_SECONDS = 30

/** Crockford's base 32: no I, L, O and U, which people misread. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const GROUP = 4
/** 120 bits: beyond guessing, so that a plain hash keeps it (ASVS 6.5.2). */
export const RECOVERY_CODE_LENGTH = 24

/** What somebody typed as a second factor: an app's code, or one of those kept for the day the phone is lost. */
export type TypedCode = { kind: 'app' | 'recovery'; code: string }

/** Reads a typed code as people write it: spaces, hyphens, small letters, O for 0. */
export function readCode(typed: string): TypedCode {
  const plain = typed.replaceAll(/[\s-]/g, '').toUpperCase()
  if (/^\d+$/.test(plain) && plain.length === CODE_DIGITS) return { kind: 'app', code: plain }
  return { kind: 'recovery', code: plain.replaceAll('O', '0').replaceAll(/[IL]/g, '1') }
}

/** A recovery code out of as many random bytes as it has characters. */
export function recoveryCode(random: Uint8Array): string {
  return Array.from(random, (byte) => ALPHABET[byte % ALPHABET.length]).join('')
}

/** `ABCD-EFGH-…`, which can be read aloud. */
export function inGroups(code: string): string {
  return code.match(new RegExp(`.{1,${GROUP}}`, 'g'))?.join('-') ?? ''
}
