import { handle, type CallContext } from '#api/call.server.ts'
import { fieldError } from '#api/errors.ts'
import type { Scope } from '#api/member.server.ts'
import type { Services } from '#api/services.server.ts'
import { jsonIn } from '#lib/json.ts'
import { hashToken } from '#lib/token.server.ts'
import type { Brand } from '#sites/site.ts'
import { assertOwnPassword, hasPassword } from '../passwords/own-password.server.ts'
import { askProof, assertion } from './passkeys.contract.ts'
import { type ChallengeHolder, passkeyByCredential } from './passkeys.sql.ts'
import { CHALLENGE_LIFETIME } from './passkeys.ts'
import { isUsed, knownTo, newChallenge } from './webauthn.server.ts'

function holderOf(token: string | null, brand: Brand): ChallengeHolder {
  return { holderHash: hashToken(token ?? ''), purpose: 'prove', brand: brand.id }
}

export const askProofHandler = handle(askProof, async (call) => {
  const { scope, services, brand, host, token } = call
  return {
    challenge: await newChallenge(call, holderOf(token, brand)),
    rpId: host.domain,
    timeout: CHALLENGE_LIFETIME,
    userVerification: 'required' as const,
    allowCredentials: await knownTo(services, scope.member.id, brand.id),
  }
})

/** What a member can prove with, here: a passkey is one brand's. */
export async function proofsFor(
  services: Services,
  { member, brand }: Scope,
): Promise<{ password: boolean; passkey: boolean }> {
  return {
    password: hasPassword(member.openSteps),
    passkey: (await knownTo(services, member.id, brand.id)).length > 0,
  }
}

type Call = Omit<CallContext, 'member'> & { scope: Scope }

/**
 * Throws the error of `password` unless the member's password or passkey proves who is there. A
 * session alone does not: somebody may have found the device open.
 */
export async function assertProof(
  call: Call,
  given: { password?: string | undefined; passkey?: string | undefined },
): Promise<void> {
  const { services, scope, brand, token } = call
  const { member } = scope
  if (given.passkey) {
    const response = assertion.safeParse(jsonIn(given.passkey)).data
    const found =
      response &&
      (await passkeyByCredential(services.db, brand.id, Buffer.from(response.id, 'base64url')))
    const own = found?.accountId === member.id ? found : undefined
    if (response && (await isUsed(call, holderOf(token, brand), own, response))) return
    throw fieldError(
      'password',
      'That passkey did not prove that it is you. Please try again, or enter your password.',
    )
  }
  if (given.password) return assertOwnPassword(services, member.id, given.password, 'password')
  const asks = await proofsFor(services, scope)
  if (!asks.password && !asks.passkey) return
  throw fieldError(
    'password',
    asks.passkey
      ? 'Please enter your password, or use your passkey.'
      : 'Please enter your password.',
  )
}
