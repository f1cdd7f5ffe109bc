/**
 * Username prefix, followed by a number, for accounts from a short form until they choose a name.
 */
export const PROVISIONAL_STEM = 'member'
export const PROVISIONAL_DIGITS = 10

const provisional = new RegExp(`^${PROVISIONAL_STEM}\\d{${PROVISIONAL_DIGITS}}$`)

export function isProvisional(username: string): boolean {
  return provisional.test(username)
}
