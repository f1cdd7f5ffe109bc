import { type Handler, handle } from '../../../api/call.server.ts'
import { ApiError, fieldError } from '../../../api/errors.ts'
import type { Services } from '../../../api/services.server.ts'
import { bodyOf } from '../../../content/kinds.ts'
import { textLocationOf, type Source } from '../../../content/source.ts'
import type { Trx } from '../../../db/connection.server.ts'
import { brandById } from '../../../sites/registry.ts'
import { type FormValues, valueOf } from '../../../ui/form-answer.ts'
import { usernamesOf } from '../../core/accounts/usernames.sql.ts'
import {
  discardDraft,
  editedTexts,
  changeDraftStatus,
  publishDraft,
  removeText,
  saveText,
} from './drafts.contract.ts'
import { editorPage, historyPage } from './pages.ts'
import { actorOf, openDraft, publish, unpublish } from './publication.server.ts'
import { changeOf } from './published-texts.server.ts'
import {
  discardRevision,
  insertRevision,
  liveRevisions,
  lockTexts,
  openRevisions,
  presentOf,
  setDraftStatus,
} from './revisions.sql.ts'
import { MAX_CHARACTERS, type DraftStatus, revisionStateOf, TOO_LONG } from './revisions.ts'
import { nameFor, writeText } from './text-form.ts'
import { formProblems, textProblems } from './text-problems.ts'

const editedHandler = handle(editedTexts, async ({ query: { site }, services }) => {
  const { db, texts } = services
  if (site !== 'all' && !brandById(site)) throw new ApiError('notFound')
  const [live, open] = await Promise.all([liveRevisions(db), openRevisions(db)])
  const revisions = new Map(live.map(({ path, id }) => [path, id]))
  const sources = texts.sources()
  const own = new Set(sources.filter(({ path }) => siteIn(path) === site).map(({ path }) => path))
  const files = sources.flatMap(({ path, text }) => {
    const ownPath = path.replace('/all/', `/${site}/`)
    const isOwn = own.has(path)
    if (!isOwn && (siteIn(path) !== 'all' || own.has(ownPath))) return []
    return [{ path: ownPath, text, isOwn, revision: revisions.get(ownPath) ?? null }]
  })
  const drafts = open.filter(({ path }) => siteIn(path) === site)
  const names = await usernamesOf(
    db,
    drafts.map(({ authorId }) => authorId),
  )
  return {
    files,
    drafts: drafts.map((draft) => ({
      path: draft.path,
      revision: draft.id,
      text: draft.body ?? '',
      standing: revisionStateOf(draft) as DraftStatus,
      author: names.get(draft.authorId) ?? '',
      savedAt: draft.createdAt.toISOString(),
    })),
  }
})

const siteIn = (path: string): string => path.split('/')[1] ?? ''

const saveHandler = handle(saveText, async ({ body, scope, services }) => {
  const { basis, text } = body
  const { path, ...written } = await (text === undefined
    ? fromForm(services, body)
    : fromFile(services, { path: body.path, text }))
  const revision = await services.db.transaction().execute(async (trx) => {
    await lockTexts(trx)
    const { open, live } = await presentOf(trx, path)
    const present = open ?? live
    if ((present?.id ?? null) !== basis) throw await outdatedDraft(trx, present?.authorId)
    if (open) await discardRevision(trx, open.id, actorOf(scope))
    return insertRevision(trx, { path, body: written.text }, actorOf(scope))
  })
  return { revision, path, next: editorPage(path, revision) }
})

async function fromFile({ texts }: Services, written: Source): Promise<Source> {
  const { problems } = await texts.trying([changeOf({ path: written.path, body: written.text })])
  if (problems.length > 0) throw textProblems(problems)
  return written
}

async function fromForm(
  { texts }: Services,
  { path: given, ...values }: { path: string } & Record<string, unknown>,
): Promise<Source> {
  const fields = Object.fromEntries(
    Object.entries(values).filter((entry): entry is [string, FormValues[string]] =>
      isWords(entry[1]),
    ),
  )
  const isNew = given.endsWith('/')
  const path = isNew
    ? `${given}${valueOf(fields, 'name') || nameFor(valueOf(fields, 'matter-title'))}.md`
    : given
  const place = textLocationOf(path)
  if (typeof place === 'string')
    throw isNew
      ? fieldError('name', `${place}.`)
      : textProblems([{ path, line: 1, message: place }])
  if (isNew && texts.sources().some((file) => file.path === path))
    throw fieldError('name', 'There is a question of this name already.')
  const { text, errors } = writeText(place.kind, place.name, fields)
  if (bodyOf(place.kind, place.name)?.required && valueOf(fields, 'body').trim() === '')
    errors.push({ field: 'body', message: 'Please fill this in.' })
  if (text.length > MAX_CHARACTERS) errors.push({ field: 'body', message: TOO_LONG })
  if (errors.length > 0) throw new ApiError('invalid', { errors })
  const { problems } = await texts.trying([changeOf({ path, body: text })])
  if (problems.length > 0) throw formProblems({ path, text }, problems)
  return { path, text }
}

const isWords = (value: unknown): value is FormValues[string] =>
  [value].flat().every((one) => typeof one === 'string')

/** Error for a save based on an outdated revision; names the author whose text it would overwrite. */
async function outdatedDraft(trx: Trx, authorId: number | undefined): Promise<ApiError> {
  const who =
    authorId === undefined ? undefined : (await usernamesOf(trx, [authorId])).get(authorId)
  const what = who === undefined ? 'This text was taken back' : `${who} changed this text`
  return new ApiError('conflict', {
    detail: `${what} after you had opened it. Copy what you wrote, open the text again and put it in there.`,
  })
}

const standingHandler = handle(changeDraftStatus, async ({ body, scope, services }) => {
  const path = await withDraft(services, body.revision, (trx, id) =>
    setDraftStatus(trx, id, body.standing, actorOf(scope)),
  )
  return { ok: true as const, next: historyPage(path) }
})

const discardHandler = handle(discardDraft, async ({ body, scope, services }) => {
  const path = await withDraft(services, body.revision, (trx, id) =>
    discardRevision(trx, id, actorOf(scope)),
  )
  return { next: historyPage(path) }
})

async function withDraft(
  { db }: Services,
  revision: number,
  act: (trx: Trx, id: number) => Promise<void>,
): Promise<string> {
  return db.transaction().execute(async (trx) => {
    await lockTexts(trx)
    const { id, path } = await openDraft(trx, revision)
    await act(trx, id)
    return path
  })
}

const publishHandler = handle(publishDraft, async ({ body, scope, services }) => ({
  next: historyPage(await publish(services, scope, body.revision)),
}))

const removeHandler = handle(removeText, async ({ body, scope, services }) => ({
  next: historyPage(await unpublish(services, scope, body.path)),
}))

export const draftHandlers: Handler[] = [
  editedHandler,
  saveHandler,
  standingHandler,
  discardHandler,
  publishHandler,
  removeHandler,
]
