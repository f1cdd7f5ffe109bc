import { type Handler, handle } from '#api/call.server.ts'
import { sessionCookie } from '#api/session-cookie.server.ts'
import { endOtherSessions } from '#api/sessions.sql.ts'
import { lockAccount } from '#core/accounts/accounts.sql.ts'
import { TIME_TO_COME_BACK } from '#core/accounts/come-back/come-back.ts'
import { issueGrant } from '#core/accounts/mailed-links/grants.server.ts'
import { voidGrants } from '#core/accounts/mailed-links/grants.sql.ts'
import { assertProof, proofsFor } from '#core/accounts/passkeys/proof.server.ts'
import { depart } from '#core/accounts/standing/departures.sql.ts'
import { recordOwnAct } from '#core/audit/audit.sql.ts'
import { countOf } from '#core/figures/counting.sql.ts'
import { notifyMember } from '#core/live/event-hub.server.ts'
import { later } from '#lib/clock.ts'
import { FAR_AWAY } from '#money/checkout/partner/far-away.ts'
import { cancelRenewals, renewalsOf } from '#money/contracts/cancel.server.ts'
import { balanceOf } from '#money/credits/credits.sql.ts'
import { stateOfExport } from './export.server.ts'
import { deleteAccount, getLeaving } from './leaving.contract.ts'
import { leavingMail, leavingWordsMail } from './mails.ts'

const leavingHandler = handle(getLeaving, async ({ scope, services, host, at }) => {
  const { member } = scope
  const [credits, renewals, made, asks] = await Promise.all([
    balanceOf(services.db, member.id, at),
    renewalsOf(services.db, member.id, at),
    stateOfExport(services, host, member, at),
    proofsFor(services, scope),
  ])
  return {
    credits,
    renewals: renewals.map(({ brand, paidUntil }) => ({
      site: brand.name,
      paidUntil: paidUntil.toISOString(),
    })),
    premiumUntil:
      member.premiumUntil !== null && member.premiumUntil > at && member.premiumUntil < FAR_AWAY
        ? member.premiumUntil.toISOString()
        : null,
    asks,
    export: made,
  }
})

const deleteHandler = handle(deleteAccount, async (call) => {
  const { body, scope, services, host, headers } = call
  const { brand, member, at } = scope
  const { production } = services.settings
  await assertProof(call, body)
  const eraseAt = later(at, TIME_TO_COME_BACK)
  await services.db.transaction().execute(async (trx) => {
    await lockAccount(trx, member.id)
    // The second of two requests at once finds that the account has left, and gets the same answer.
    if (!(await depart(trx, { accountId: member.id, brand: brand.id, at, eraseAt }))) return
    await countOf(trx, member.id, { measure: 'left', detail: body.reason, at })
    const ended = await cancelRenewals(trx, member.id, at)
    await endOtherSessions(trx, member.id, null)
    await voidGrants(trx, member.id, at)
    await recordOwnAct(trx, { brand, accountId: member.id, at }, 'account.delete')
    await notifyMember(trx, member.id, { type: 'signedOut' })
    if (body.reason !== '' || body.words !== '')
      await services.queueMail(trx, leavingWordsMail(brand, body))
    if (!member.ownsEmail) return
    const token = await issueGrant(trx, {
      accountId: member.id,
      brand: brand.id,
      purpose: 'keepAccount',
      at,
    })
    const sites = [...new Set(ended.map((renewal) => renewal.brand.name))]
    await services.queueMail(
      trx,
      leavingMail(services, brand, member, { token, eraseAt, ended: sites }),
    )
  })
  services.log.info({ accountId: member.id, brand: brand.id }, 'account deleted')
  headers.append('Set-Cookie', sessionCookie(null, host.domain, production))
  headers.set('Clear-Site-Data', '"cache", "storage"')
  return { next: '/deleted-account' }
})

export const leavingHandlers: Handler[] = [leavingHandler, deleteHandler]
