import { type Handler, handle } from '../../../api/call.server.ts'
import { ApiError, fieldError } from '../../../api/errors.ts'
import type { Scope } from '../../../api/member.server.ts'
import type { Services } from '../../../api/services.server.ts'
import type { Trx } from '../../../db/connection.server.ts'
import { recordAct } from '../../core/audit/audit.sql.ts'
import { lockedFile } from './member-file.server.ts'
import { deleteMemberNote, noteMember, tagMember } from './member-notes.contract.ts'
import {
  authorOfNote,
  countNotes,
  deleteNote,
  deleteTag,
  insertNote,
  insertTag,
  tagsOf,
} from './member-notes.sql.ts'
import { MOST_NOTES, MOST_TAGS } from './member-notes.ts'

const OTHERS_NOTE = 'This is somebody else’s note. Who wrote it deletes it.'

/** What is written in one file is written one after another, so that its bounds hold. */
async function written(
  services: Services,
  scope: Scope,
  { accountId, action, part }: { accountId: number; action: string; part: string },
  write: (trx: Trx) => Promise<boolean | void>,
) {
  await services.db.transaction().execute(async (trx) => {
    await lockedFile(trx, scope, accountId)
    if ((await write(trx)) === false) return
    await recordAct(trx, scope, { action, subjectId: accountId })
  })
  return { ok: true as const, next: `/staff/member/${accountId}#${part}` }
}

const noteHandler = handle(noteMember, async ({ body, scope, services, at }) => {
  const { accountId, note } = body
  return written(
    services,
    scope,
    { accountId, action: 'staff.noteMember', part: 'timeline' },
    async (trx) => {
      if ((await countNotes(trx, accountId, MOST_NOTES)) >= MOST_NOTES)
        throw new ApiError('conflict', {
          detail: `There are ${MOST_NOTES} notes about this member. Whoever wrote an old one deletes it first.`,
        })
      await insertNote(trx, { accountId, by: scope.member.id, body: note, at })
    },
  )
})

const deleteHandler = handle(deleteMemberNote, async ({ body, scope, services }) => {
  const { accountId, noteId } = body
  return written(
    services,
    scope,
    { accountId, action: 'staff.deleteMemberNote', part: 'timeline' },
    async (trx) => {
      const by = await authorOfNote(trx, accountId, noteId)
      if (by === undefined)
        throw new ApiError('notFound', { detail: 'This note is deleted already.' })
      if (by !== scope.member.id) throw new ApiError('forbidden', { detail: OTHERS_NOTE })
      await deleteNote(trx, noteId)
    },
  )
})

const tagHandler = handle(tagMember, async ({ body, scope, services, at }) => {
  const { accountId, act } = body
  const tag = body.tag.toLowerCase()
  const action = act === 'add' ? 'staff.tagMember' : 'staff.untagMember'
  return written(services, scope, { accountId, action, part: 'tags' }, async (trx) => {
    if (act === 'remove') return deleteTag(trx, accountId, tag)
    if (tag.includes('\n')) throw fieldError('tag', 'Please use one line.')
    const tags = await tagsOf(trx, accountId)
    if (tags.includes(tag)) return false
    if (tags.length >= MOST_TAGS)
      throw new ApiError('conflict', {
        detail: `There are ${MOST_TAGS} tags on this member. Take one away first.`,
      })
    await insertTag(trx, { accountId, tag, by: scope.member.id, at })
    return true
  })
})

export const memberNoteHandlers: Handler[] = [noteHandler, deleteHandler, tagHandler]
