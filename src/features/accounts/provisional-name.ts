/** Who joins by a short form is called this and a number, until they choose a name. */
export const PROVISIONAL_STEM = 'member'
export const PROVISIONAL_DIGITS = 10

const provisional = new RegExp(`^${PROVISIONAL_STEM}\\d{${PROVISIONAL_DIGITS}}$`)

/** Whether nobody would want to be addressed by this name. */
export function isProvisional(username: string): boolean {
  return provisional.test(username)
}
