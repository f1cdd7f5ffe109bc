import { type Handler, handle } from '#api/call.server.ts'
import { ApiError, fieldError } from '#api/errors.ts'
import { claimOf, once } from '#api/idempotency.server.ts'
import { recordAct } from '#core/audit/audit.sql.ts'
import type { Trx } from '#db/connection.server.ts'
import { DAY, later } from '#lib/clock.ts'
import { brandById } from '#sites/registry.ts'
import { APPROVAL_FOR } from '../decisions/decisions.ts'
import { assertMayHave, correctionIn } from './address-act.server.ts'
import { lockedFile } from './member-file.server.ts'
import { ofUnconfirmed, perform, refuseWhereVain } from './perform-act.server.ts'
import { brandOf, lockedCharge, lockUnconfirmed, sumOf } from './refund-act.server.ts'
import { actOnMember } from './support-acts.contract.ts'
import { givenAlone, insertAct, lockGiver, waitsAlready } from './support-acts.sql.ts'
import { LIMIT_DAYS, limitOf, MEMBERS_A_DAY, type SupportAct } from './support-acts.ts'
import { withdraw } from './waiting-acts.server.ts'

const WAITS_ALREADY =
  'The same waits for a lead already. Ask a lead to agree or to refuse before you ask again.'

const actHandler = handle(actOnMember, async (call) => {
  const { body, scope, services, at } = call
  const { accountId, act, reason, refund } = body
  const claim = claimOf(call, 'POST /staff/actOnMember', scope.member.id)
  return once(services.db, { ...claim, key: claim.key ?? body.key ?? null }, async (trx) => {
    if (act === 'refund' && body.payment === undefined)
      throw fieldError('payment', 'Please choose a charge.')
    const charge =
      act === 'refund'
        ? await lockedCharge(services, trx, { accountId, by: { id: body.payment ?? 0 } })
        : null
    const what = ofUnconfirmed(act)
    if (what) await lockUnconfirmed(services, trx, { accountId, what, id: refund })
    const person = await lockedFile(trx, scope, accountId, { evenDeleted: what !== null })
    const brand = charge ? brandOf(charge) : (brandById(person.brand) ?? scope.brand)
    const limit = limitOf(act, brand)
    if (limit !== null && !charge && body.amount === undefined)
      throw fieldError('amount', 'Please say how many.')
    const given = limit === null ? null : (body.amount ?? null)
    const amount = charge ? sumOf(charge, body.sum) : given
    refuseWhereVain(act, person, brand)
    const correction = act === 'correctAddress' ? correctionIn(body) : null
    if (correction) await assertMayHave(trx, person, correction.address)
    const by = scope.member.id
    // Whoever gives away an address gives away the account: a lead agrees, however little else is
    // asked for.
    const waits =
      correction !== null ||
      (limit !== null &&
        (await isTooMuch(trx, { accountId, act, amount: amount ?? 0, by, limit, at })))
    const of = { reference: charge?.reference ?? null, currency: charge?.currency ?? null }
    if (waits && (await waitsAlready(trx, { accountId, act, at, reference: of.reference })))
      throw new ApiError('conflict', WAITS_ALREADY)
    const asked = { accountId, act, amount, ...of, reason, by, at }
    const expiresAt = waits ? later(at, APPROVAL_FOR) : null
    const id = await insertAct(trx, { ...asked, ...correction, expiresAt })
    const address = correction?.address ?? null
    if (act === 'withdraw') await withdraw(trx, { id: body.request, accountId, by, at })
    else if (!waits)
      await perform(services, trx, { id, act, amount, charge, refund, address, person, brand, at })
    await recordAct(trx, scope, {
      action: 'staff.actOnMember',
      subjectId: accountId,
      details: {
        act,
        id,
        waits,
        ...(amount === null ? {} : { amount }),
        ...(charge ? { reference: charge.reference, currency: charge.currency } : {}),
        ...(refund === undefined ? {} : { refund }),
        ...(body.request === undefined ? {} : { request: body.request }),
        ...(correction ? { proof: correction.proof } : {}),
      },
    })
    const isAsked = act === 'refund' || act === 'refundAgain'
    const done = correction ? 'second' : waits ? 'waits' : isAsked ? 'asked' : 'acted'
    return { ok: true as const, waits, next: `/staff/member/${accountId}?done=${done}` }
  })
})

type Gift = {
  accountId: number
  act: SupportAct
  amount: number
  by: number
  limit: number
  at: Date
}

/** Whether a member gets, or somebody of support gives, more than one person decides. */
async function isTooMuch(trx: Trx, { accountId, act, amount, by, limit, at }: Gift) {
  await lockGiver(trx, by)
  const got = { column: 'account_id', id: accountId } as const
  const gave = { column: 'asked_by', id: by } as const
  return (
    (await givenAlone(trx, act, got, later(at, -LIMIT_DAYS * DAY))) + amount > limit ||
    (await givenAlone(trx, act, gave, later(at, -DAY))) + amount > limit * MEMBERS_A_DAY
  )
}

export const supportActHandlers: Handler[] = [actHandler]
