import { type Handler, handle } from '../../../api/call.server.ts'
import { ApiError, fieldError } from '../../../api/errors.ts'
import type { Trx } from '../../../db/connection.server.ts'
import { recordAct } from '../../core/audit/audit.sql.ts'
import { deleteCannedText, getCannedTexts, saveCannedText } from './canned-texts.contract.ts'
import {
  cannedTextChangedAt,
  cannedTexts,
  changeCannedText,
  hasCannedName,
  insertCannedText,
  lockCannedTexts,
  removeCannedText,
} from './canned-texts.sql.ts'
import { MOST_CANNED } from './canned-texts.ts'

const page = '/staff/tickets/texts'

const listHandler = handle(getCannedTexts, async ({ services: { db } }) => ({
  texts: (await cannedTexts(db)).map(({ changedAt, ...text }) => ({
    ...text,
    changedAt: changedAt.toISOString(),
  })),
}))

const saveHandler = handle(
  saveCannedText,
  async ({ body: { id, seen, name, body }, scope, services }) => {
    await services.db.transaction().execute(async (trx) => {
      await lockCannedTexts(trx)
      const change = { name, body, by: scope.member.id, at: scope.at }
      let saved = id
      if (saved === undefined) {
        const made = await insertCannedText(trx, change)
        if (made === undefined)
          throw new ApiError('conflict', {
            detail: `There are ${MOST_CANNED} texts, which is the most. Please delete one first.`,
          })
        if (made === null) throw taken()
        saved = made
      } else {
        await refuseUnlessSeen(trx, saved, seen)
        if (await hasCannedName(trx, name, saved)) throw taken()
        await changeCannedText(trx, saved, change)
      }
      await recordAct(trx, scope, {
        action: 'staff.saveCannedText',
        subjectId: null,
        details: { text: saved },
      })
    })
    return { ok: true as const, next: `${page}?done=saved` }
  },
)

const deleteHandler = handle(deleteCannedText, async ({ body: { id, seen }, scope, services }) => {
  await services.db.transaction().execute(async (trx) => {
    await refuseUnlessSeen(trx, id, seen)
    await removeCannedText(trx, id)
    await recordAct(trx, scope, {
      action: 'staff.deleteCannedText',
      subjectId: null,
      details: { text: id },
    })
  })
  return { ok: true as const, next: `${page}?done=deleted` }
})

const taken = () => fieldError('name', 'Another text has this name.')

async function refuseUnlessSeen(trx: Trx, id: number, seen: string | undefined): Promise<void> {
  const changedAt = await cannedTextChangedAt(trx, id)
  if (!changedAt) throw new ApiError('notFound', { detail: 'There is no such text any more.' })
  if (seen !== undefined && seen !== changedAt.toISOString()) {
    throw new ApiError('conflict', {
      detail:
        'Somebody has changed this text since you opened it. Please look at it again. Nothing was changed.',
    })
  }
}

export const cannedTextHandlers: Handler[] = [listHandler, saveHandler, deleteHandler]
