import { type Handler, handle } from '#api/call.server.ts'
import { ApiError } from '#api/errors.ts'
import type { Scope } from '#api/member.server.ts'
import type { Services } from '#api/services.server.ts'
import { sessionsOf } from '#api/sessions.sql.ts'
import { maskedAddress } from '#core/accounts/email/masked-address.ts'
import { type AccountFacts, factsOfAnybody } from '#core/accounts/standing/account-facts.sql.ts'
import { type Person, personForUpdate } from '#core/accounts/standing/standing.sql.ts'
import { recordAccesses } from '#core/audit/accesses.sql.ts'
import { recordAct } from '#core/audit/audit.sql.ts'
import { assertMayDecideAbout } from '#core/staff-accounts/roles.server.ts'
import type { Trx } from '#db/connection.server.ts'
import { together } from '#db/together.server.ts'
import { later } from '#lib/clock.ts'
import { photoStates } from '#members/photos/review.sql.ts'
import { reportsAbout } from '#members/reports/report.sql.ts'
import { accuracies } from '#members/reports/reporters.sql.ts'
import { partnerAccessOf } from '#money/checkout/partner/access.sql.ts'
import { renewalsOf } from '#money/contracts/cancel.server.ts'
import { paymentCounts } from '#money/orders/payments.sql.ts'
import { brandById, mainBrand } from '#sites/registry.ts'
import { opens } from '#sites/staff-roles.ts'
import { getAdvice } from '../decisions/deciding/decide.contract.ts'
import { adviceAbout } from '../decisions/deciding/decide.server.ts'
import { personHashOf } from '../decisions/decisions.server.ts'
import { strikesOf } from '../decisions/decisions.sql.ts'
import { strikesInForce } from '../decisions/decisions.ts'
import { brandName } from '../tickets/queue/ticket-queue.ts'
import { OFFER_HOLDS } from './correct-address.ts'
import { getMemberFile } from './member-file.contract.ts'
import { tagsOf } from './member-notes.sql.ts'
import { refundsFor } from './refund-act.server.ts'
import { actOnMember } from './support-acts.contract.ts'
import { pendingActs } from './support-acts.sql.ts'
import { actInWords, actsOn } from './support-acts.ts'
import { timelineOf } from './timeline.server.ts'

const NOBODY = 'There is no such member.'

function assertOther({ member }: Scope, accountId: number): void {
  if (accountId === member.id)
    throw new ApiError('forbidden', 'This is your own file. Somebody else looks at it.')
}

/** Locks a member in whose file something is written; throws where it is not for whoever writes. */
export async function lockedFile(
  trx: Trx,
  scope: Scope,
  accountId: number,
  { evenDeleted = false } = {},
): Promise<Person> {
  assertOther(scope, accountId)
  const person = await personForUpdate(trx, accountId)
  if (!person) throw new ApiError('notFound', NOBODY)
  if (person.deletedAt !== null && !evenDeleted)
    throw new ApiError('conflict', 'This account is deleted: nothing more is written in its file.')
  await assertMayDecideAbout(trx, scope.member.id, person)
  return person
}

const fileHandler = handle(getMemberFile, async ({ params: { id }, query, scope, services }) => {
  const { db } = services
  const { at } = scope
  assertOther(scope, id)
  const account = await factsOfAnybody(db, id)
  if (!account) throw new ApiError('notFound', NOBODY)
  await assertMayDecideAbout(db, scope.member.id, { isStaff: account.staffSince !== null })
  await recordAccesses(db, scope, [{ subjectId: id, what: 'account', why: { file: id } }])
  await recordAct(db, scope, { action: 'staff.openMember', subjectId: id })
  const { roles } = scope.member
  const isDeleted = account.deletedAt !== null
  const strikes = await strikesOf(db, id, personHashOf(services, account.email))
  const counts = strikesInForce(strikes, at)
  const [{ photos, accuracy, about, sessions, payments, tags }, support, advice, timeline] =
    await Promise.all([
      together(db, {
        photos: photoStates(db, id),
        accuracy: accuracies(db, [id]),
        about: reportsAbout(db, id),
        sessions: sessionsOf(db, id, at),
        payments: paymentCounts(id),
        tags: tagsOf(db, id),
      }),
      opens(roles, actOnMember.roles) ? supportFor(services, account, scope) : null,
      !isDeleted && opens(roles, getAdvice.roles)
        ? adviceAbout(services, account, { before: counts, brand: scope.brand.id })
        : null,
      timelineOf(db, {
        accountId: id,
        reader: scope.member.id,
        roles,
        isDeleted,
        older: query.older,
        at,
      }),
    ])
  return {
    id,
    username: account.username,
    brand: account.brand,
    joinedAt: account.createdAt.toISOString(),
    standing: isDeleted
      ? ('deleted' as const)
      : account.bannedAt !== null
        ? ('banned' as const)
        : account.staffSince !== null
          ? ('staff' as const)
          : ('open' as const),
    deletedAt: account.deletedAt?.toISOString() ?? null,
    isPremium: account.premiumUntil !== null && account.premiumUntil > at,
    suspendedUntil: account.suspendedUntil?.toISOString() ?? null,
    strikes: {
      counts,
      given: strikes
        .toReversed()
        .map(({ decisionId, policy, weight, givenAt, expiresAt, reversedAt }) => ({
          decisionId,
          policy,
          weight,
          givenAt: givenAt.toISOString(),
          expiresAt: expiresAt?.toISOString() ?? null,
          state:
            reversedAt !== null
              ? ('takenBack' as const)
              : expiresAt !== null && expiresAt <= at
                ? ('ended' as const)
                : ('counts' as const),
        })),
    },
    photos: photos[0] ?? { approved: 0, waiting: 0, refused: 0 },
    reportsBy: accuracy[0] ?? { made: 0, decided: 0, acted: 0 },
    reportsAbout: about,
    browsers: sessions[0]?.open ?? 0,
    payments: payments[0] ?? { paid: 0, chargedBack: 0 },
    tags: tags.map(({ tag }) => tag),
    support,
    advice,
    timeline,
  }
})

/** Of a deleted account only what a processor did not confirm: somebody still settles it. */
async function supportFor(
  services: Services,
  { id, brand: brandId, deletedAt, ...account }: AccountFacts & { deletedAt: Date | null },
  scope: Scope,
) {
  const { db } = services
  const { at, member } = scope
  const brand = brandById(brandId) ?? mainBrand
  const [renewals, ofPartners, refunds, pending] = await Promise.all([
    renewalsOf(db, id, at),
    partnerAccessOf(db, id),
    refundsFor(services, id),
    pendingActs(db, id, { at, offeredSince: later(at, -OFFER_HOLDS) }),
  ])
  if (deletedAt !== null)
    return refunds.unconfirmed.length === 0
      ? null
      : {
          ...{ acts: [], limits: brand.support, renewals: [], partners: [], charges: [] },
          ...{ pending: [], isCorrectable: false },
          unconfirmed: refunds.unconfirmed,
        }
  return {
    acts: actsOn(brand),
    limits: brand.support,
    renewals: renewals.map((renewal) => ({
      site: renewal.brand.name,
      paidUntil: renewal.paidUntil.toISOString(),
    })),
    ...refunds,
    pending: pending.map(({ address, ...row }) => ({
      id: row.id,
      text: actInWords({ ...row, address: address && maskedAddress(address) }),
      isAgreed: row.outcome !== null,
      isOwn: row.by === member.id,
    })),
    isCorrectable: account.bannedAt === null && account.staffSince === null,
    partners: [...ofPartners.keys()].map(brandName),
  }
}

export const memberFileHandlers: Handler[] = [fileHandler]
