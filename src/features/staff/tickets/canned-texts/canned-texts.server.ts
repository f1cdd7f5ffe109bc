import { type Call, type Handler, handle } from '#api/call.server.ts'
import { ApiError, fieldError } from '#api/errors.ts'
import type { Scope } from '#api/member.server.ts'
import { recordAct } from '#core/audit/audit.sql.ts'
import type { Trx } from '#db/connection.server.ts'
import { beginAnswer, changeCannedTexts, getCannedTexts } from './canned-texts.contract.ts'
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

const changeHandler = handle(changeCannedTexts, async ({ body, scope, services }) => {
  await services.db.transaction().execute(async (trx) => {
    const text = body.act === 'save' ? await save(trx, scope, body) : body.id
    if (body.act === 'delete') {
      await refuseUnlessSeen(trx, body.id, body.seen)
      await removeCannedText(trx, body.id)
    }
    const action = body.act === 'save' ? 'staff.saveCannedText' : 'staff.deleteCannedText'
    await recordAct(trx, scope, { action, subjectId: null, details: { text } })
  })
  return { ok: true as const, next: `${page}?done=${body.act}d` }
})

type Saved = Extract<Call<typeof changeCannedTexts>['body'], { act: 'save' }>

/** Returns its number. */
async function save(
  trx: Trx,
  { member, at }: Scope,
  { id, seen, name, body }: Saved,
): Promise<number> {
  await lockCannedTexts(trx)
  const change = { name, body, by: member.id, at }
  if (id !== undefined) {
    await refuseUnlessSeen(trx, id, seen)
    if (await hasCannedName(trx, name, id)) throw taken()
    await changeCannedText(trx, id, change)
    return id
  }
  const made = await insertCannedText(trx, change)
  if (made === undefined)
    throw new ApiError('conflict', {
      detail: `There are ${MOST_CANNED} texts, which is the most. Please delete one first.`,
    })
  if (made === null) throw taken()
  return made
}

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

/** The page fills the text in: without script, it is what carries the answer on. */
const beginHandler = handle(beginAnswer, ({ body }) => Promise.resolve(body))

export const cannedTextHandlers: Handler[] = [listHandler, changeHandler, beginHandler]
