import type { z } from 'zod'
import { type Handler, handle } from '#api/call.server.ts'
import { ApiError, fieldError } from '#api/errors.ts'
import type { Scope } from '#api/member.server.ts'
import type { Services } from '#api/services.server.ts'
import { usernamesOf } from '#core/accounts/usernames/usernames.sql.ts'
import type { Trx } from '#db/connection.server.ts'
import { refuseOtherPicture } from '../campaign-pictures.server.ts'
import { editorPage, historyPage, isNewCampaignPath } from '../pages.ts'
import { dropComment, forgetComments } from '../previews/comments.sql.ts'
import {
  actorOf,
  openDraft,
  publish,
  restore,
  restoreShipped,
  unpublish,
} from '../publishing/publication.server.ts'
import { cancelSchedule, lapseFor, schedule } from '../publishing/schedule.server.ts'
import { TAKEN_CAMPAIGN, textFromFile, textFromForm } from '../publishing/written-text.server.ts'
import { publishText, writeDraft } from './changes.contract.ts'
import {
  discardRevision,
  insertRevision,
  lockTexts,
  presentOf,
  setDraftStatus,
} from './revisions.sql.ts'
import {
  type DraftStatus,
  draftOf,
  draftStatuses,
  type Revision,
  revisionStateOf,
} from './revisions.ts'

type Written = Extract<z.output<(typeof writeDraft)['body']>, { act: 'save' }>

async function save(services: Services, scope: Scope, body: Written) {
  const { basis, over, text } = body
  const written = await (text === undefined
    ? textFromForm(services, body)
    : textFromFile(services, { path: body.path, text }))
  const { path } = written
  const revision = await services.db.transaction().execute(async (trx) => {
    await lockTexts(trx)
    const { open, live } = await presentOf(trx, path)
    const present = open ?? live
    // Of two who begin one at once, the second hears it where the name stands.
    if (present && isNewCampaignPath(body.path)) throw fieldError('name', TAKEN_CAMPAIGN)
    if ((present?.id ?? null) !== (over === undefined ? basis : over))
      throw await outdatedDraft(trx, present?.authorId)
    await refuseOtherPicture(trx, written)
    if (open) {
      await lapseFor(trx, open.id, 'The text was changed after this was set.', scope.at)
      await discardRevision(trx, open.id, actorOf(scope))
    }
    const draftId = open && draftOf(open)
    return insertRevision(trx, { path, body: written.text, draftId }, actorOf(scope))
  })
  return { path, revision, next: editorPage(path, revision) }
}

/**
 * Error for a save based on an outdated revision; names the author whose text it would overwrite.
 */
async function outdatedDraft(trx: Trx, authorId: number | undefined): Promise<ApiError> {
  const who =
    authorId === undefined ? undefined : (await usernamesOf(trx, [authorId])).get(authorId)
  const what = who === undefined ? 'This text was taken back' : `${who} changed this text`
  return new ApiError(
    'conflict',
    `${what} after you had opened it. Copy what you wrote, open the text again and put it in there.`,
  )
}

const writeHandler = handle(writeDraft, async ({ body, scope, services }) => {
  if (body.act === 'save') return save(services, scope, body)
  const path = await withDraft(services, body.revision, async (trx, draft) => {
    if (body.act === 'dropComment') return dropComment(trx, draftOf(draft), body.comment)
    if (body.act === 'status') {
      if (isBack(draft, body.standing))
        await lapseFor(trx, draft.id, 'The draft was taken back after this was set.', scope.at)
      return setDraftStatus(trx, draft.id, body.standing, actorOf(scope))
    }
    await lapseFor(trx, draft.id, 'The draft was put away.', scope.at)
    await discardRevision(trx, draft.id, actorOf(scope))
    await forgetComments(trx, draftOf(draft))
  })
  if (body.act === 'dropComment') return { path, revision: body.revision, next: editorPage(path) }
  const revision = body.act === 'status' ? body.revision : null
  return { path, revision, next: historyPage(path) }
})

function isBack(draft: Revision, standing: DraftStatus): boolean {
  const steps: readonly string[] = draftStatuses
  return steps.indexOf(standing) < steps.indexOf(revisionStateOf(draft))
}

async function withDraft(
  { db }: Services,
  revision: number,
  act: (trx: Trx, draft: Revision) => Promise<void>,
): Promise<string> {
  return db.transaction().execute(async (trx) => {
    await lockTexts(trx)
    const draft = await openDraft(trx, revision)
    await act(trx, draft)
    return draft.path
  })
}

const publishHandler = handle(publishText, async ({ body, scope, services }) => ({
  next: historyPage(await change(services, scope, body)),
}))

function change(services: Services, scope: Scope, body: z.output<(typeof publishText)['body']>) {
  if (body.act === 'publish') return publish(services, scope, body.revision)
  if (body.act === 'schedule') return schedule(services, scope, body)
  if (body.act === 'cancel') return cancelSchedule(services, scope, body.revision)
  if (body.act === 'restore') return restore(services, scope, body.revision)
  if (body.act === 'shipped') return restoreShipped(services, scope, body.path)
  return unpublish(services, scope, body.path)
}

export const changeHandlers: Handler[] = [writeHandler, publishHandler]
