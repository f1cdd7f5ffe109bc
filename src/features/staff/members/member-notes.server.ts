import { type Handler, handle } from '../../../api/call.server.ts'
import { ApiError, fieldError } from '../../../api/errors.ts'
import { type Claim, claimOf, once } from '../../../api/idempotency.server.ts'
import type { Scope } from '../../../api/member.server.ts'
import type { Services } from '../../../api/services.server.ts'
import type { Trx } from '../../../db/connection.server.ts'
import { recordAct } from '../../core/audit/audit.sql.ts'
import { rolesOf } from '../../core/staff-accounts/roles.sql.ts'
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

const OTHERS_NOTE = 'This is somebody else’s note. Who wrote it deletes it, or a lead.'

type Written = { accountId: number; action: string; part: string; claim?: Claim }

/** What is written in one file is written one after another, so that its bounds hold. */
async function written(
  services: Services,
  scope: Scope,
  { accountId, action, part, claim }: Written,
  write: (trx: Trx) => Promise<boolean | void>,
) {
  const act = async (trx: Trx) => {
    await lockedFile(trx, scope, accountId)
    if ((await write(trx)) !== false) await recordAct(trx, scope, { action, subjectId: accountId })
    return { ok: true as const, next: `/staff/member/${accountId}#${part}` }
  }
  return claim ? once(services.db, claim, act) : services.db.transaction().execute(act)
}

const noteHandler = handle(noteMember, async (call) => {
  const { body, scope, services, at } = call
  const { accountId, note, key } = body
  const claim = claimOf(call, 'POST /staff/noteMember', scope.member.id)
  return written(
    services,
    scope,
    {
      ...{ accountId, action: 'staff.noteMember', part: 'timeline' },
      claim: { ...claim, key: claim.key ?? key ?? null },
    },
    async (trx) => {
      if ((await countNotes(trx, accountId, MOST_NOTES)) >= MOST_NOTES)
        throw new ApiError('conflict', {
          detail: `There are ${MOST_NOTES} notes about this member. Whoever wrote an old one, or a lead, deletes it first.`,
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
      if (by === undefined) return false
      if (by !== scope.member.id && !(await rolesOf(trx, scope.member.id)).includes('lead'))
        throw new ApiError('forbidden', { detail: OTHERS_NOTE })
      await deleteNote(trx, noteId)
      return true
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
