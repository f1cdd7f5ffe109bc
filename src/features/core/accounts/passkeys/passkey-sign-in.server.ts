import { type Handler, handle } from '#api/call.server.ts'
import { ApiError } from '#api/errors.ts'
import { setCookie } from '#lib/cookies.server.ts'
import { cookieIn } from '#lib/cookies.ts'
import { hashToken, newToken } from '#lib/token.server.ts'
import type { Brand } from '#sites/site.ts'
import { letIn } from '../sign-in/sign-in.server.ts'
import { askSignIn, signInByPasskey } from './passkeys.contract.ts'
import { type ChallengeHolder, passkeyByCredential } from './passkeys.sql.ts'
import { CHALLENGE_LIFETIME } from './passkeys.ts'
import { isUsed, newChallenge } from './webauthn.server.ts'

/**
 * The same for whatever is wrong: a passkey that nobody has, a challenge that is used, another
 * browser’s or too old.
 */
const REFUSAL = 'That passkey did not sign you in. Please try again, or use your password.'

function cookieName(secure: boolean): string {
  return secure ? '__Secure-passkey' : 'passkey'
}

function challengeCookie(token: string, domain: string, secure: boolean): string {
  const { path } = signInByPasskey
  return setCookie({
    name: cookieName(secure),
    value: token,
    domain,
    life: CHALLENGE_LIFETIME,
    secure,
    path,
    sameSite: 'Strict',
  })
}

function holderOf(token: string, brand: Brand): ChallengeHolder {
  return { holderHash: hashToken(token), purpose: 'signIn', brand: brand.id }
}

const askHandler = handle(askSignIn, async (call) => {
  const { brand, host, services, headers } = call
  const { production } = services.settings
  const token = newToken()
  const challenge = await newChallenge(call, holderOf(token, brand))
  headers.append('Set-Cookie', challengeCookie(token, host.domain, production))
  return {
    challenge,
    rpId: host.domain,
    timeout: CHALLENGE_LIFETIME,
    userVerification: 'required' as const,
    allowCredentials: [],
  }
})

const signInHandler = handle(signInByPasskey, async (call) => {
  const { body, brand, services, request } = call
  const token = cookieIn(request.headers.get('Cookie'), cookieName(services.settings.production))
  const passkey = await passkeyByCredential(
    services.db,
    brand.id,
    Buffer.from(body.response.id, 'base64url'),
  )
  if (
    token === null ||
    !(await isUsed(call, holderOf(token, brand), passkey, body.response)) ||
    !passkey
  ) {
    throw new ApiError('badCredentials', REFUSAL)
  }
  return letIn(call, {
    id: passkey.accountId,
    bannedAt: passkey.bannedAt,
    deletedAt: passkey.deletedAt,
    isStaff: false,
  })
})

export const passkeySignInHandlers: Handler[] = [askHandler, signInHandler]
