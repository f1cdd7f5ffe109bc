import { type Call, type Handler, handle } from '#api/call.server.ts'
import { ApiError, fieldError } from '#api/errors.ts'
import { claimOf, once } from '#api/idempotency.server.ts'
import type { Scope } from '#api/member.server.ts'
import { recordAct } from '#core/audit/audit.sql.ts'
import { rolesOf } from '#core/staff-accounts/roles.sql.ts'
import type { Trx } from '#db/connection.server.ts'
import { lockedFile } from './member-file.server.ts'
import { noteMember } from './member-notes.contract.ts'
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

type Body = Call<typeof noteMember>['body']

/** What is written in one file is written one after another, so that its bounds hold. */
const noteHandler = handle(noteMember, async (call) => {
  const { body, scope, services } = call
  const { accountId, act } = body
  const claim = claimOf(call, 'POST /staff/memberNote', scope.member.id)
  const key = claim.key ?? (body.act === 'add' ? body.key : undefined) ?? null
  return once(services.db, { ...claim, key }, async (trx) => {
    await lockedFile(trx, scope, accountId)
    if ((await write(trx, scope, body)) !== false)
      await recordAct(trx, scope, { action: actions[act], subjectId: accountId })
    const part = act === 'add' || act === 'delete' ? 'timeline' : 'tags'
    return { ok: true as const, next: `/staff/member/${accountId}#${part}` }
  })
})

const actions = {
  add: 'staff.noteMember',
  delete: 'staff.deleteMemberNote',
  tag: 'staff.tagMember',
  untag: 'staff.untagMember',
}

/** False where nothing changes. */
async function write(trx: Trx, { member, at }: Scope, body: Body): Promise<boolean | void> {
  const { accountId } = body
  switch (body.act) {
    case 'add':
      if ((await countNotes(trx, accountId, MOST_NOTES)) >= MOST_NOTES)
        throw new ApiError(
          'conflict',
          `There are ${MOST_NOTES} notes about this member. Whoever wrote an old one, or a lead, deletes it first.`,
        )
      return insertNote(trx, { accountId, by: member.id, body: body.note, at })
    case 'delete': {
      const by = await authorOfNote(trx, accountId, body.noteId)
      if (by === undefined) return false
      if (by !== member.id && !(await rolesOf(trx, member.id)).includes('lead'))
        throw new ApiError('forbidden', OTHERS_NOTE)
      return deleteNote(trx, body.noteId)
    }
    case 'untag':
      return deleteTag(trx, accountId, body.tag.toLowerCase())
    case 'tag':
      return addTag(trx, { accountId, tag: body.tag.toLowerCase(), by: member.id, at })
  }
}

async function addTag(
  trx: Trx,
  { accountId, tag, by, at }: Parameters<typeof insertTag>[1],
): Promise<boolean> {
  if (tag.includes('\n')) throw fieldError('tag', 'Please use one line.')
  const tags = (await tagsOf(trx, accountId).execute()).map((row) => row.tag)
  if (tags.includes(tag)) return false
  if (tags.length >= MOST_TAGS)
    throw new ApiError(
      'conflict',
      `There are ${MOST_TAGS} tags on this member. Take one away first.`,
    )
  await insertTag(trx, { accountId, tag, by, at })
  return true
}

export const memberNoteHandlers: Handler[] = [noteHandler]
