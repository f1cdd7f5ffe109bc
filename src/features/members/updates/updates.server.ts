import { type Handler, handle } from '#api/call.server.ts'
import { ApiError, fieldError } from '#api/errors.ts'
import { countHit } from '#api/limits.server.ts'
import type { Scope } from '#api/member.server.ts'
import { isVisible } from '#core/people/shown-to/visible.sql.ts'
import { inBatches, type Job } from '#jobs/worker.server.ts'
import { DAY, HOUR, later, SECOND } from '#lib/clock.ts'
import { cursorOf, cursorText } from '#lib/cursor.ts'
import { lengthOf } from '#lib/texts.ts'
import { photoViewer, pictureOf } from '../photos/files/addresses.server.ts'
import { picturesOf } from '../photos/photos.sql.ts'
import {
  addUpdate,
  deleteUpdate,
  moreUpdatesDashboard,
  restoreUpdate,
  type UpdateWords,
  updatesOfMember,
} from './updates.contract.ts'
import {
  insertUpdate,
  markDeleted,
  markRestored,
  sweepUpdates,
  type UpdateRow,
  updatesForMember,
  updatesOf,
} from './updates.sql.ts'
import { UNDO_PERIOD, UPDATES_A_DAY, UPDATES_AT_ONCE } from './updates.ts'

const addHandler = handle(addUpdate, async ({ body: { body }, scope, services }) => {
  const most = scope.brand.limits.maxUpdateChars
  if (lengthOf(body) > most) throw fieldError('body', `Please use at most ${most} characters.`)
  const row = await services.db.transaction().execute(async (trx) => {
    await countHit(
      trx,
      `updates:account:${scope.member.id}`,
      { most: UPDATES_A_DAY, seconds: DAY / SECOND },
      scope.at,
    )
    return insertUpdate(trx, scope, body)
  })
  const { id, username } = scope.member
  const pictures = await picturesOf(services.db, [id], photoViewer(services, scope))
  return {
    update: {
      ...wordsOf(row, scope),
      author: { userId: id, username, picture: pictures.get(id) ?? null },
    },
    next: '/dashboard#updates',
  }
})

const moreHandler = handle(moreUpdatesDashboard, async ({ query, scope, services }) => {
  const { shown, older } = cut(await updatesForMember(services.db, scope, cursorOf(query.before)))
  const viewer = photoViewer(services, scope)
  return {
    updates: shown.map(({ username, photo, ...row }) => ({
      ...wordsOf(row, scope),
      author: { userId: row.authorId, username, picture: photo && pictureOf(photo, viewer) },
    })),
    older,
  }
})

const memberHandler = handle(updatesOfMember, async ({ params, query, scope, services }) => {
  const rows = await updatesOf(services.db, scope, params.id, cursorOf(query.before))
  // Whose updates are found is visible.
  const isOwn = params.id === scope.member.id
  if (rows.length === 0 && !isOwn && !(await isVisible(services.db, scope, params.id)))
    throw new ApiError('unavailable')
  const { shown, older } = cut(rows)
  return { updates: shown.map((row) => wordsOf(row, scope)), older }
})

const deleteHandler = handle(deleteUpdate, async ({ body: { id }, scope, services }) => {
  if (!(await markDeleted(services.db, scope, id))) throw gone()
  return { ok: true as const, next: `/dashboard?deleted=${id}#updates` }
})

const restoreHandler = handle(restoreUpdate, async ({ body: { id }, scope, services }) => {
  if (!(await markRestored(services.db, scope, id, later(scope.at, -UNDO_PERIOD)))) throw gone()
  return { ok: true as const, next: '/dashboard#updates' }
})

function gone(): ApiError {
  return new ApiError('notFound', 'This update is no longer there.')
}

function cut<Row extends UpdateRow>(rows: readonly Row[]): { shown: Row[]; older: string | null } {
  const shown = rows.slice(0, UPDATES_AT_ONCE)
  const last = shown.at(-1)
  return { shown, older: last && rows.length > shown.length ? cursorText(last) : null }
}

function wordsOf({ id, authorId, body, at }: UpdateRow, { member }: Scope): UpdateWords {
  return { id, isOwn: authorId === member.id, body, at: at.toISOString() }
}

/** Deletes for good what nobody can bring back any more. */
export const updateSweepJob: Job = {
  name: 'updateSweep',
  period: HOUR,
  start: ({ db, clock }) => ({
    async run(stopping) {
      await inBatches(stopping, (most) => sweepUpdates(db, later(clock.now(), -UNDO_PERIOD), most))
    },
  }),
}

export const updateHandlers: Handler[] = [
  addHandler,
  moreHandler,
  memberHandler,
  deleteHandler,
  restoreHandler,
]
