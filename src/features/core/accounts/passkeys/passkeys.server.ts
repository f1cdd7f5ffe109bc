import { type Handler, handle } from '#api/call.server.ts'
import { ApiError } from '#api/errors.ts'
import type { Services } from '#api/services.server.ts'
import type { Trx } from '#db/connection.server.ts'
import { inBatches, type Job } from '#jobs/worker.server.ts'
import { HOUR } from '#lib/clock.ts'
import { hashToken } from '#lib/token.server.ts'
import { brandById } from '#sites/registry.ts'
import type { Brand } from '#sites/site.ts'
import { lockAccount } from '../accounts.sql.ts'
import { passkeyAddedMail, passkeysRemovedMail } from '../mails.ts'
import { assertRecentOrPassword, isRecentSignIn } from '../sign-in/recent-sign-in.server.ts'
import {
  addPasskey,
  askPasskey,
  listPasskeys,
  removePasskey,
  renamePasskey,
} from './passkeys.contract.ts'
import {
  type ChallengeHolder,
  countPasskeys,
  deletePasskeys,
  insertPasskey,
  passkeysOf,
  setPasskeyName,
  sweepChallenges,
} from './passkeys.sql.ts'
import { CHALLENGE_LIFETIME, MOST_PASSKEYS } from './passkeys.ts'
import { askProofHandler, assertProof, proofsFor } from './proof.server.ts'
import {
  ALGORITHMS,
  base64url,
  isKnownTransport,
  knownTo,
  newChallenge,
  userHandle,
  verifiedAddition,
} from './webauthn.server.ts'

const NEXT = '/profile/edit/settings?screen=sign-in&saved=passkeys#passkeys'

const listHandler = handle(listPasskeys, async ({ scope, services }) => {
  const passkeys = await passkeysOf(services.db, scope.member.id)
  return {
    passkeys: passkeys.map(({ id, name, brand, createdAt, lastUsedAt }) => ({
      id,
      name,
      brand: brandById(brand)?.name ?? brand,
      addedAt: createdAt.toISOString(),
      lastUsedAt: lastUsedAt?.toISOString() ?? null,
    })),
    needsPassword: !isRecentSignIn(scope),
    asks: await proofsFor(services, scope),
  }
})

const askHandler = handle(askPasskey, async (call) => {
  const { body, scope, services, brand, host, token } = call
  const { member } = scope
  await assertRecentOrPassword(services, scope, body.password)
  const own = await passkeysOf(services.db, member.id)
  if (own.length >= MOST_PASSKEYS) throw tooManyPasskeys()
  return {
    rp: { id: host.domain, name: brand.name },
    user: {
      id: base64url(userHandle(services.settings.sessionSecret, brand.id, member.id)),
      name: member.username,
      displayName: member.username,
    },
    challenge: await newChallenge(call, holderOf(token, brand)),
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ alg, type: 'public-key' as const })),
    timeout: CHALLENGE_LIFETIME,
    attestation: 'none' as const,
    excludeCredentials: await knownTo(services, member.id, brand.id),
    authenticatorSelection: {
      residentKey: 'required' as const,
      requireResidentKey: true as const,
      userVerification: 'required' as const,
    },
  }
})

const addHandler = handle(addPasskey, async (call) => {
  const { body, scope, services, brand, token, at } = call
  const { member } = scope
  const made = await verifiedAddition(call, holderOf(token, brand), body.response)
  if (!made) throw new ApiError('conflict', 'That passkey could not be added. Please try again.')
  await services.db.transaction().execute(async (trx) => {
    await lockAccount(trx, member.id)
    if ((await countPasskeys(trx, member.id)) >= MOST_PASSKEYS) throw tooManyPasskeys()
    const isNew = await insertPasskey(trx, {
      ...made,
      accountId: member.id,
      brand: brand.id,
      userHandle: userHandle(services.settings.sessionSecret, brand.id, member.id),
      transports: (body.response.response.transports ?? []).filter(isKnownTransport),
      name: body.name,
      at,
    })
    if (!isNew) throw new ApiError('conflict', 'This passkey has been added already.')
    if (member.ownsEmail)
      await services.queueMail(trx, passkeyAddedMail(services, brand, member, body.name))
  })
  services.log.info({ accountId: member.id, brand: brand.id }, 'passkey added')
  return { ok: true as const, next: NEXT }
})

const renameHandler = handle(renamePasskey, async ({ body, scope, services }) => {
  const isOwn = await setPasskeyName(services.db, scope.member.id, body.id, body.name)
  if (!isOwn) throw new ApiError('conflict', 'This passkey has been removed.')
  return { ok: true as const, next: NEXT }
})

const removeHandler = handle(removePasskey, async (call) => {
  const { body, scope, services, brand } = call
  await assertProof(call, body)
  await services.db
    .transaction()
    .execute((trx) => removePasskeys(services, trx, brand, scope.member, body.id))
  return { ok: true as const, next: NEXT }
})

type Owner = { id: number; username: string; email: string; ownsEmail: boolean }

/**
 * Removes one passkey, or all, and tells the owner; a passkey that is gone already is what was
 * asked for.
 */
export async function removePasskeys(
  services: Services,
  trx: Trx,
  brand: Brand,
  owner: Owner,
  which: number | 'all',
): Promise<void> {
  const names = await deletePasskeys(trx, owner.id, which)
  if (names.length === 0) return
  if (owner.ownsEmail)
    await services.queueMail(trx, passkeysRemovedMail(services, brand, owner, names))
  services.log.info({ accountId: owner.id, brand: brand.id }, 'passkey removed')
}

function holderOf(token: string | null, brand: Brand): ChallengeHolder {
  return { holderHash: hashToken(token ?? ''), purpose: 'add', brand: brand.id }
}

function tooManyPasskeys(): ApiError {
  return new ApiError('conflict', `You have ${MOST_PASSKEYS} passkeys. Please remove one first.`)
}

export const challengeSweepJob: Job = {
  name: 'challengeSweep',
  period: HOUR,
  start: ({ db, clock }) => ({
    run(stopping) {
      const at = clock.now()
      return inBatches(stopping, (most) => sweepChallenges(db, at, most))
    },
  }),
}

export const passkeyHandlers: Handler[] = [
  listHandler,
  askHandler,
  addHandler,
  renameHandler,
  removeHandler,
  askProofHandler,
]
