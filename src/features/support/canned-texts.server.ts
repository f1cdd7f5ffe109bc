import { ApiError, fieldError } from '../../api/errors.ts'
import { type Handler, handle } from '../../api/router.server.ts'
import { recordAct } from '../audit/audit.sql.ts'
import { deleteCannedText, getCannedTexts, saveCannedText } from './canned-texts.contract.ts'
import { cannedTexts, changeCannedText, hasCannedName, insertCannedText, lockCannedTexts, removeCannedText } from './canned-texts.sql.ts'
import { MOST_CANNED } from './canned-texts.ts'

const page = '/staff/tickets/texts'

const listHandler = handle(getCannedTexts, async ({ services: { db } }) => ({
  texts: (await cannedTexts(db)).map(({ changedAt, ...text }) => ({ ...text, changedAt: changedAt.toISOString() })),
}))

const saveHandler = handle(saveCannedText, async ({ body: { id, name, body }, scope, services }) => {
  await services.db.transaction().execute(async (trx) => {
    await lockCannedTexts(trx)
    const change = { name, body, by: scope.member.id, at: scope.at }
    let saved = id
    if (saved === undefined) {
      const made = await insertCannedText(trx, change)
      if (made === undefined) throw new ApiError('conflict', { detail: `There are ${MOST_CANNED} texts, which is the most. Please delete one first.` })
      if (made === null) throw taken()
      saved = made
    } else {
      if (await hasCannedName(trx, name, saved)) throw taken()
      if (!(await changeCannedText(trx, saved, change))) throw unknown()
    }
    await recordAct(trx, scope, { action: 'staff.saveCannedText', subjectId: null, details: { text: saved } })
  })
  return { ok: true as const, next: `${page}?done=saved` }
})

const deleteHandler = handle(deleteCannedText, async ({ body: { id }, scope, services }) => {
  await services.db.transaction().execute(async (trx) => {
    if (!(await removeCannedText(trx, id))) throw unknown()
    await recordAct(trx, scope, { action: 'staff.deleteCannedText', subjectId: null, details: { text: id } })
  })
  return { ok: true as const, next: `${page}?done=deleted` }
})

const taken = () => fieldError('name', 'Another text has this name.')
const unknown = () => new ApiError('notFound', { detail: 'There is no such text any more.' })

export const cannedTextHandlers: Handler[] = [listHandler, saveHandler, deleteHandler]
