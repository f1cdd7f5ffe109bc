import { type Handler, handle } from '#api/call.server.ts'
import { ApiError, fieldError } from '#api/errors.ts'
import type { Services } from '#api/services.server.ts'
import { contactsOf } from '#core/accounts/standing/account-status.sql.ts'
import { personForUpdate } from '#core/accounts/standing/standing.sql.ts'
import { recordAccesses } from '#core/audit/accesses.sql.ts'
import { recordAct } from '#core/audit/audit.sql.ts'
import { deskOf } from '#core/staff-accounts/queues.ts'
import { heldTask, taskHeldBy } from '#core/tasks/leases.sql.ts'
import { noteWork } from '#core/tasks/shifts.sql.ts'
import { closeTask } from '#core/tasks/tasks.sql.ts'
import { keepVerdict, reopenWork, type Verdicts } from '#core/tasks/verdicts.server.ts'
import type { Db, Trx } from '#db/connection.server.ts'
import { inlinePicture } from '#members/photos/files/inline-picture.server.ts'
import { banRemoved, type HashesToBan, hashesToBan } from '#members/photos/hashes/removed.server.ts'
import { ownPhotos } from '#members/photos/own/own-photos.sql.ts'
import { type PhotoRow, photosById } from '#members/photos/photos.sql.ts'
import { nameForStaff } from '#members/photos/photos.ts'
import { markRemoved } from '#members/photos/review.sql.ts'
import { brandById } from '#sites/registry.ts'
import { decide, type Decider } from '../decisions/decisions.server.ts'
import type { Severity } from '../decisions/decisions.ts'
import { removalAnsweredMail } from './mails.ts'
import { decideRemoval, getRemoval } from './removals.contract.ts'
import { found, targetsIn } from './removals.server.ts'
import { endRemoval, type Removal, removalById } from './removals.sql.ts'
import { kindOf, removalNumber } from './removals.ts'

const MOST_PHOTOS = 60

const getHandler = handle(getRemoval, async ({ scope, services }) => {
  const { db } = services
  const task = await taskHeldBy(db, 'removals', scope.member.id, scope.at)
  const removal = task && (await removalById(db, task.subject_id))
  if (!task || !removal) return { held: null }
  const named = await namedIn(services, removal)
  const rows = await photosOfNamed(services.db, named)
  const members = [...new Set(named.flatMap(({ accountId }) => accountId ?? []))]
  // A photo that is named is one of somebody who is.
  const names = await contactsOf(db, members)
  await recordAccesses(
    db,
    scope,
    [...new Set(rows.map((row) => row.account_id))].map((subjectId) => ({
      subjectId,
      what: 'photos',
      why: { task: task.id, removal: removal.id },
    })),
  )
  return {
    held: {
      id: removal.id,
      task: task.id,
      number: removalNumber(removal.id),
      kind: kindOf(removal.kind).value,
      brand: brandById(removal.brand)?.name ?? removal.brand,
      details: removal.details,
      name: removal.name,
      email: removal.email,
      isTrusted: removal.is_trusted,
      madeAt: removal.made_at.toISOString(),
      dueAt: task.due_at.toISOString(),
      targets: named.map(({ given, words }) => ({ given, found: words })),
      members: members.map((id) => ({ id, username: names.get(id)?.username ?? '' })),
      photos: await Promise.all(
        rows.map(async (row) => {
          const bytes = await services.photoFiles.read(nameForStaff(row))
          return {
            id: row.id,
            src: bytes && inlinePicture(bytes),
            owner: names.get(row.account_id)?.username ?? '',
            ownerId: row.account_id,
            isNamed: named.some(({ photoId }) => photoId === row.id),
            isShown: row.approved_at !== null,
          }
        }),
      ),
    },
  }
})

function namedIn(services: Services, { targets }: Removal) {
  return found(services.db, targetsIn(services, targets.join('\n')))
}

/** Photos that are named, and all of members who are. */
async function photosOfNamed(db: Db, named: Awaited<ReturnType<typeof namedIn>>) {
  const byAddress = await photosById(
    db,
    named.flatMap(({ photoId }) => photoId ?? []),
  )
  const members = [
    ...new Set(
      named.flatMap(({ accountId, photoId }) =>
        accountId !== null && photoId === null ? [accountId] : [],
      ),
    ),
  ]
  const rows = [...byAddress]
  for (const id of members) rows.push(...(await ownPhotos(db, id)))
  return [...new Map(rows.map((row) => [row.id, row])).values()].slice(0, MOST_PHOTOS)
}

type Answer = {
  outcome: 'removed' | 'refused'
  photos: readonly number[]
  hashes: readonly HashesToBan[]
  severity: Severity | null
  reason: string
}

const decideHandler = handle(decideRemoval, async ({ body, scope, services }) => {
  const { id } = body
  const { member, at } = scope
  const outcome = body.verdict === 'remove' ? ('removed' as const) : ('refused' as const)
  const removal = await removalById(services.db, id)
  if (!removal) throw new ApiError('notFound', 'There is no such request.')
  const named = await namedIn(services, removal)
  // The task names the first of them alone.
  if (named.some(({ accountId }) => accountId === member.id))
    throw new ApiError('forbidden', 'This is about you. Somebody else decides about it.')
  const rows =
    outcome === 'removed'
      ? (await photosOfNamed(services.db, named)).filter((row) => body.photos.includes(row.id))
      : []
  if (outcome === 'removed' && (rows.length === 0 || rows.length !== new Set(body.photos).size)) {
    throw fieldError(
      'photos',
      'Please choose at least one photo of those that are shown; others cannot be removed here.',
    )
  }
  const photos = rows.map((row) => row.id)
  const undo = await services.db.transaction().execute(async (trx) => {
    await noteWork(trx, member.id, at)
    const task = await heldTask(trx, scope, body.task)
    if (task.queue !== 'removals' || task.subject_id !== id)
      throw new ApiError('conflict', 'This is not the request that you hold. Nothing was changed.')
    await closeTask(trx, task.id, { by: member.id, at, outcome })
    await recordAct(trx, scope, {
      action: 'staff.decideRemoval',
      subjectId: rows[0]?.account_id ?? null,
      details: { removal: id, outcome, photos: photos.join(' ') },
    })
    // Of a photo that its owner deletes before this takes effect, nothing would be left to know it
    // by.
    const answer: Answer = {
      outcome,
      photos,
      hashes: await hashesToBan(trx, photos),
      severity: body.severity ?? null,
      reason: body.reason,
    }
    return keepVerdict(services, trx, removalVerdicts, {
      kind: 'removals',
      subjectId: id,
      taskId: task.id,
      answer,
      by: member.id,
      at,
    })
  })
  return {
    ok: true as const,
    next: `${deskOf('removals')}?done=${outcome === 'removed' ? 'removed' : 'refusedRemoval'}&verdict=${undo}`,
  }
})

/**
 * An answer to a request, once it can no longer be taken back. Each photo that is removed is a
 * decision about whose it was: it goes from everybody's sight and into the hash table. Whoever
 * asked is told; a task hides the copies on all brands.
 */
export const removalVerdicts: Verdicts = {
  queue: 'removals',
  async apply(services, trx, { about_id: id, answer, decided_by: by }, at) {
    const { outcome, photos, hashes, severity, reason } = answer as Answer
    const removal = await removalById(trx, id)
    if (!removal) return null
    const why = `Removed on request ${removalNumber(id)}: ${kindOf(removal.kind).label}.`
    // Decisions are about those that their owner has not deleted meanwhile.
    const rows = await photosById(trx, photos)
    // In one order, so that two requests about the same persons do not wait for each other.
    for (const row of rows.toSorted((a, b) => a.account_id - b.account_id || a.id - b.id)) {
      await removePhoto(services, trx, { staffId: by, at }, { row, removal, severity, reason })
    }
    await banRemoved(trx, { photoIds: rows.map((row) => row.id), known: hashes, by, at, why })
    if (!(await endRemoval(trx, id, { outcome, reason, by, at })))
      throw new ApiError('conflict', 'This request has ended already.')
    const brand = brandById(removal.brand)
    if (brand)
      await services.queueMail(
        trx,
        removalAnsweredMail(brand, { ...removal, madeAt: removal.made_at }, { outcome, reason }),
      )
    return null
  },
  reopen: reopenWork,
}

type Removed = { row: PhotoRow; removal: Removal; severity: Severity | null; reason: string }

/** Its owner gets the reasons, can object, and it counts against them. */
async function removePhoto(
  services: Services,
  trx: Trx,
  by: Decider,
  { row, removal, severity, reason }: Removed,
): Promise<void> {
  const { policy, severity: usual } = kindOf(removal.kind)
  // The person is locked before the profile, as by every decision.
  const owner = await personForUpdate(trx, row.account_id)
  if (owner?.isStaff === true) {
    throw new ApiError(
      'conflict',
      'One of these photos is of somebody of staff. Two leads hide it, from that member’s file. Nothing was changed.',
    )
  }
  await markRemoved(trx, row.account_id, row.id, by.at)
  await decide(services, trx, by, {
    accountId: row.account_id,
    act: 'hidePhoto',
    policy,
    severity: severity ?? usual,
    days: null,
    scope: 'network',
    brand: removal.brand,
    taskId: null,
    removalId: removal.id,
    subject: { kind: 'photo', id: row.id },
    note: reason,
    internalNote: '',
    automated: false,
    isUrgent: true,
  })
}

export const removalQueueHandlers: Handler[] = [getHandler, decideHandler]
