/** RFC 6238 as authenticator apps use it: six digits, changed every thirty seconds. */
export const CODE_DIGITS = 6
export const CODE_SECONDS = 30

/** Crockford's base 32: omits I, L, O and U, which people misread. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const GROUP = 4
/** 120 bits cannot be guessed, so an unsalted hash suffices (ASVS 6.5.2). */
export const RECOVERY_CODE_LENGTH = 24

export type TypedCode = { kind: 'app' | 'recovery'; code: string }

/** Parses a typed code; accepts spaces, hyphens, lower case, and O for 0. */
export function readCode(typed: string): TypedCode {
  const plain = typed.replaceAll(/[\s-]/g, '').toUpperCase()
  if (/^\d+$/.test(plain) && plain.length === CODE_DIGITS) return { kind: 'app', code: plain }
  return { kind: 'recovery', code: plain.replaceAll('O', '0').replaceAll(/[IL]/g, '1') }
}

export function recoveryCode(random: Uint8Array): string {
  return Array.from(random, (byte) => ALPHABET[byte % ALPHABET.length]).join('')
}

export function inGroups(code: string): string {
  return code.match(new RegExp(`.{1,${GROUP}}`, 'g'))?.join('-') ?? ''
}
