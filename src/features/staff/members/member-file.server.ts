import { type Handler, handle } from '../../../api/call.server.ts'
import { ApiError } from '../../../api/errors.ts'
import { sessionsOf } from '../../../api/sessions.sql.ts'
import { factsOfAnybody } from '../../core/accounts/account-facts.sql.ts'
import { contactsOf } from '../../core/accounts/account-status.sql.ts'
import { personOf } from '../../core/accounts/standing.sql.ts'
import { recordAccesses } from '../../core/audit/accesses.sql.ts'
import { actsAbout, recordAct } from '../../core/audit/audit.sql.ts'
import { assertMayDecideAbout } from '../../core/staff-accounts/roles.server.ts'
import { photoStates } from '../../members/photos/review.sql.ts'
import { reportsAbout } from '../../members/reports/report.sql.ts'
import { accuracyOf } from '../../members/reports/reporters.sql.ts'
import { paymentCounts } from '../../money/orders/payments.sql.ts'
import { personHashOf } from '../decisions/decisions.server.ts'
import { internalNotesAbout, strikesOf } from '../decisions/decisions.sql.ts'
import { strikesInForce } from '../decisions/decisions.ts'
import { getMemberFile } from './member-file.contract.ts'

const MOST_ACTS = 50
const MOST_NOTES = 50

const fileHandler = handle(getMemberFile, async ({ params: { id }, scope, services }) => {
  const { db } = services
  const { at } = scope
  if (id === scope.member.id)
    throw new ApiError('forbidden', { detail: 'This is your own file. Somebody else looks at it.' })
  const account = await factsOfAnybody(db, id)
  if (!account) throw new ApiError('notFound', { detail: 'There is no such member.' })
  await assertMayDecideAbout(db, scope.member.id, { isStaff: account.staffSince !== null })
  await recordAccesses(db, scope, [{ subjectId: id, what: 'account', why: { file: id } }])
  await recordAct(db, scope, { action: 'staff.openMember', subjectId: id })
  const person = await personOf(db, id)
  const [strikes, notes, photos, accuracy, about, sessions, payments, acts] = await Promise.all([
    person ? strikesOf(db, id, personHashOf(services, person.email)) : [],
    internalNotesAbout(db, id, MOST_NOTES),
    photoStates(db, id),
    accuracyOf(db, [id]),
    reportsAbout(db, id),
    sessionsOf(db, id, at),
    paymentCounts(db, id),
    actsAbout(db, id, MOST_ACTS),
  ])
  const names = await contactsOf(db, [
    ...new Set([
      ...acts.flatMap(({ actorId }) => actorId ?? []),
      ...notes.flatMap(({ by }) => by ?? []),
    ]),
  ])
  return {
    id,
    username: account.username,
    brand: account.brand,
    joinedAt: account.createdAt.toISOString(),
    standing:
      account.deletedAt !== null
        ? ('deleted' as const)
        : account.bannedAt !== null
          ? ('banned' as const)
          : account.staffSince !== null
            ? ('staff' as const)
            : ('open' as const),
    deletedAt: account.deletedAt?.toISOString() ?? null,
    isPremium: account.premiumUntil !== null && account.premiumUntil > at,
    suspendedUntil: person?.suspendedUntil?.toISOString() ?? null,
    strikes: {
      counts: strikesInForce(strikes, at),
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
    notes: notes.map(({ decisionId, at: notedAt, by, note }) => ({
      decisionId,
      at: notedAt.toISOString(),
      by: by === null ? 'a rule' : (names.get(by)?.username ?? 'somebody who has left'),
      note,
    })),
    photos,
    reportsBy: accuracy.get(id) ?? { made: 0, decided: 0, acted: 0 },
    reportsAbout: about,
    browsers: sessions.open,
    payments,
    acts: acts.map((act) => ({
      at: act.at.toISOString(),
      action: act.action,
      by: names.get(act.actorId ?? 0)?.username ?? null,
    })),
  }
})

export const memberFileHandlers: Handler[] = [fileHandler]
