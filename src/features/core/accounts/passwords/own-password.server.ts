import { fieldError } from '#api/errors.ts'
import type { Services } from '#api/services.server.ts'
import { loginOf } from '../accounts.sql.ts'
import { isPassword } from './passwords.server.ts'

/** False until the last step of joining has asked for one (decisions §4). */
export function hasPassword(openSteps: readonly string[]): boolean {
  return !openSteps.includes('oneClick')
}

/** Throws the error of `field` if this is not the account's password. */
export async function assertOwnPassword(
  { db }: Services,
  accountId: number,
  password: string,
  field: string,
): Promise<void> {
  const { passwordHash } = await loginOf(db, accountId)
  if (!(await isPassword(password, passwordHash)))
    throw fieldError(field, 'This is not your password.')
}
