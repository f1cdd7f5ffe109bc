import { ApiError } from '../../api/errors.ts'
import { type Handler, handle } from '../../api/router.server.ts'
import { spend } from './grants.server.ts'
import { lockBearer } from './grants.sql.ts'
import { getSwitchOffer, switchAccount } from './link-offers.contract.ts'
import { type AccountQuestion, dropQuestion, questionFor } from './link-offers.sql.ts'
import { nameOrAddress } from './masked-address.ts'

const showHandler = handle(getSwitchOffer, async ({ scope, services }) => {
  const asked = await questionFor(services.db, scope.member.sessionId, scope.at)
  return { offer: asked ? { id: idOf(asked), name: nameOrAddress(asked) } : null }
})

const switchHandler = handle(switchAccount, async (call) => {
  const { body, scope, services, headers, token: replaces, at } = call
  const { member } = scope
  const { db } = services
  if (body.choice === 'stay') {
    const asked = await questionFor(db, member.sessionId, at)
    await dropQuestion(db, member.sessionId)
    return { next: asked?.path ?? '/dashboard' }
  }
  const went = await db.transaction().execute(async (trx) => {
    const asked = await questionFor(trx, member.sessionId, at)
    if (!asked || idOf(asked) !== body.offer) return null
    await lockBearer(trx, asked.tokenHash)
    const redeemed = await spend(services, trx, asked.tokenHash, { ...call, replaces }, at)
    return redeemed?.gives === 'session' ? { path: asked.path, cookies: redeemed.cookies } : null
  })
  if (!went) throw new ApiError('conflict', { detail: `This link was used already, or is too old. You are still signed in as ${nameOrAddress(member)}.` })
  for (const cookie of went.cookies) headers.append('Set-Cookie', cookie)
  services.log.info({ accountId: member.id, brand: scope.brand.id }, 'switched to another account by a link')
  return { next: went.path }
})

/** Identifies the link without exposing its token: the token cannot be derived from its hash. */
function idOf({ tokenHash }: AccountQuestion): string {
  return Buffer.from(tokenHash).toString('base64url')
}

export const linkOfferHandlers: Handler[] = [showHandler, switchHandler]
