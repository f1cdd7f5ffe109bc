import type { z } from 'zod'
import { type Handler, handle } from '../../../api/call.server.ts'
import { ApiError, fieldError } from '../../../api/errors.ts'
import type { Scope } from '../../../api/member.server.ts'
import type { Services } from '../../../api/services.server.ts'
import { bodyOf } from '../../../content/kinds.ts'
import { textLocationOf, type Source } from '../../../content/source.ts'
import type { Trx } from '../../../db/connection.server.ts'
import { type FormValues, valueOf } from '../../../ui/form-answer.ts'
import { usernamesOf } from '../../core/accounts/usernames.sql.ts'
import { publishText, writeDraft } from './changes.contract.ts'
import { editorPage, historyPage } from './pages.ts'
import {
  actorOf,
  openDraft,
  publish,
  restore,
  restoreShipped,
  unpublish,
} from './publication.server.ts'
import { changeOf } from './published-texts.server.ts'
import {
  discardRevision,
  insertRevision,
  lockTexts,
  presentOf,
  setDraftStatus,
} from './revisions.sql.ts'
import { MAX_CHARACTERS, TOO_LONG } from './revisions.ts'
import { nameFor, writeText } from './text-form.ts'
import { formProblems, textProblems } from './text-problems.ts'

type Written = Extract<z.output<(typeof writeDraft)['body']>, { act: 'save' }>

async function save(services: Services, scope: Scope, { act: _, ...body }: Written) {
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
  return { path, revision, next: editorPage(path, revision) }
}

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

const writeHandler = handle(writeDraft, async ({ body, scope, services }) => {
  if (body.act === 'save') return save(services, scope, body)
  const path = await withDraft(services, body.revision, (trx, id) =>
    body.act === 'status'
      ? setDraftStatus(trx, id, body.standing, actorOf(scope))
      : discardRevision(trx, id, actorOf(scope)),
  )
  const revision = body.act === 'status' ? body.revision : null
  return { path, revision, next: historyPage(path) }
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

const publishHandler = handle(publishText, async ({ body, scope, services }) => ({
  next: historyPage(await change(services, scope, body)),
}))

function change(services: Services, scope: Scope, body: z.output<(typeof publishText)['body']>) {
  if (body.act === 'publish') return publish(services, scope, body.revision)
  if (body.act === 'restore') return restore(services, scope, body.revision)
  if (body.act === 'shipped') return restoreShipped(services, scope, body.path)
  return unpublish(services, scope, body.path)
}

export const changeHandlers: Handler[] = [writeHandler, publishHandler]
