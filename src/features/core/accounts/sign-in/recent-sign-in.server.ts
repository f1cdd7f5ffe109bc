import { fieldError } from '#api/errors.ts'
import type { Scope } from '#api/member.server.ts'
import type { Services } from '#api/services.server.ts'
import { later, MINUTE } from '#lib/clock.ts'
import { assertOwnPassword } from '../passwords/own-password.server.ts'

/** Within this time after a sign-in, the password is not asked again. */
const RECENT = 10 * MINUTE

export function isRecentSignIn({ member, at }: Pick<Scope, 'member' | 'at'>): boolean {
  return at < later(member.signedInAt, RECENT)
}

/** Throws the error of `password` unless the member has just signed in, or gives the password. */
export async function assertRecentOrPassword(
  services: Services,
  scope: Scope,
  password: string | undefined,
): Promise<void> {
  if (password !== undefined && password !== '')
    return assertOwnPassword(services, scope.member.id, password, 'password')
  if (!isRecentSignIn(scope)) throw fieldError('password', 'Please enter your password.')
}
