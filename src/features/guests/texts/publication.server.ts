import { ApiError } from '../../../api/errors.ts'
import type { Scope } from '../../../api/member.server.ts'
import type { Services } from '../../../api/services.server.ts'
import type { LegalMatter } from '../../../content/kinds.ts'
import { parseSource, type Source } from '../../../content/source.ts'
import { applyChanges } from '../../../content/texts.server.ts'
import type { Trx } from '../../../db/connection.server.ts'
import { wake } from '../../../jobs/wake.sql.ts'
import { recordAct } from '../../core/audit/audit.sql.ts'
import { changeOf, loadPublishedTexts, shippedHashOf, TEXTS_JOB } from './published-texts.server.ts'
import {
  type Actor,
  insertPublished,
  liveRevisions,
  lockTexts,
  presentOf,
  publishRevision,
  retireLive,
  revisionOf,
} from './revisions.sql.ts'
import { type Revision, sharedPath } from './revisions.ts'
import { textProblems } from './text-problems.ts'

export function actorOf({ member, at }: Scope): Actor {
  return { by: member.id, at }
}

/**
 * Why somebody may not publish a revision, for people; null where they may. Nobody publishes what they wrote themselves,
 * and what every member agrees to was read by counsel.
 */
export function refusalToPublish(
  { authorId, path, body, readyAt, publishedAt }: Revision,
  staffId: number,
): string | null {
  const isDraft = publishedAt === null
  if (isDraft && authorId === staffId) return 'You wrote this last, so somebody else publishes it.'
  const review = body === null ? null : reviewOf({ path, text: body })
  if (review === null) return null
  if (review === 'pending')
    return 'A legal text is published once counsel has read it, and it says when.'
  return isDraft && readyAt === null
    ? 'A legal text is published once its draft is marked as ready.'
    : null
}

/** When counsel read a legal text, or `pending`; null of any other text. */
function reviewOf(text: Source): string | null {
  const { source } = parseSource(text)
  return source?.kind === 'legal' ? (source.matter as LegalMatter).review : null
}

/** Publishes a draft. Throws if it is no longer a draft or if a brand would lack a required text. */
export async function publish(services: Services, scope: Scope, revision: number): Promise<string> {
  return change(services, scope, async (trx) => {
    const draft = await openDraft(trx, revision)
    refuseToPublish(draft, scope)
    await refuseProblems(services, trx, draft)
    await publishRevision(trx, draft, shippedHashOf(services.texts, draft.path), actorOf(scope))
    return { action: 'content.publish', path: draft.path, revision }
  })
}

/** Publishes an old revision's text again and keeps an existing draft. */
export async function restore(services: Services, scope: Scope, revision: number): Promise<string> {
  return change(services, scope, async (trx) => {
    const earlier = await revisionOf(trx, revision)
    if (!earlier?.publishedAt) throw new ApiError('notFound')
    refuseToPublish(earlier, scope)
    const { path, body } = earlier
    await refuseProblems(services, trx, earlier)
    const id = await insertPublished(
      trx,
      { path, body },
      shippedHashOf(services.texts, path),
      actorOf(scope),
    )
    return { action: 'content.restore', path, revision: id }
  })
}

function refuseToPublish(revision: Revision, { member }: Scope): void {
  const refusal = refusalToPublish(revision, member.id)
  if (refusal !== null) throw new ApiError('forbidden', { detail: refusal })
}

export async function restoreShipped(
  services: Services,
  scope: Scope,
  path: string,
): Promise<string> {
  return change(services, scope, async (trx) => {
    const isNews = await retireLive(trx, path, actorOf(scope))
    if (!isNews)
      throw new ApiError('conflict', { detail: 'Nothing is published over this text any more.' })
    return { action: 'content.shipped', path, revision: 0 }
  })
}

export async function unpublish(services: Services, scope: Scope, path: string): Promise<string> {
  const { texts } = services
  return change(services, scope, async (trx) => {
    const { live } = await presentOf(trx, path)
    const shippedHash = shippedHashOf(texts, path)
    const isThere = live ? live.body !== null : shippedHash !== null
    if (!isThere) throw new ApiError('notFound', { detail: 'There is no such text any more.' })
    await refuseProblems(services, trx, { path, body: null })
    if (shippedHash === null) await retireLive(trx, path, actorOf(scope))
    else await insertPublished(trx, { path, body: null }, shippedHash, actorOf(scope))
    return { action: 'content.remove', path, revision: 0 }
  })
}

export async function openDraft(trx: Trx, revision: number): Promise<Revision> {
  const draft = await revisionOf(trx, revision)
  if (!draft || draft.publishedAt || draft.discardedAt) {
    throw new ApiError('conflict', {
      detail:
        'Somebody has published this draft, put it away or gone on with it. Please look at it again.',
    })
  }
  return draft
}

type Done = { action: string; path: string; revision: number }

/** Changes published texts under a lock, writes the audit log and notifies all processes. Returns the path. */
async function change(
  services: Services,
  scope: Scope,
  act: (trx: Trx) => Promise<Done>,
): Promise<string> {
  const path = await services.db.transaction().execute(async (trx) => {
    await lockTexts(trx)
    const before = await shownTexts(services, trx)
    const { action, ...details } = await act(trx)
    refuseUnread(details.path, before, await shownTexts(services, trx))
    await recordAct(trx, scope, { action, subjectId: null, details })
    await wake(trx, TEXTS_JOB)
    return details.path
  })
  await loadPublishedTexts(services)
  return path
}

/** Also what another process published, which this one may not have loaded. */
async function shownTexts({ texts }: Services, trx: Trx): Promise<Source[]> {
  return applyChanges(texts.shipped(), (await liveRevisions(trx)).map(changeOf))
}

/** What the product came with, and the text for all brands, take the place of what counsel read only if counsel read them. */
function refuseUnread(path: string, before: readonly Source[], after: readonly Source[]): void {
  const reviewIn = (texts: readonly Source[]) => {
    const shown =
      texts.find((text) => text.path === path) ??
      texts.find((text) => text.path === sharedPath(path))
    return shown ? reviewOf(shown) : null
  }
  if (reviewIn(after) !== 'pending' || [null, 'pending'].includes(reviewIn(before))) return
  const detail =
    'Counsel has read the text that sites show, and not the one that they would show instead. Publish that one once counsel has read it.'
  throw new ApiError('forbidden', { detail })
}

async function refuseProblems(
  { texts }: Services,
  trx: Trx,
  revision: Pick<Revision, 'path' | 'body'>,
): Promise<void> {
  // Reads from the database, because this process may not have loaded another process's publication yet.
  const published = await liveRevisions(trx)
  const { problems } = await texts.trying([...published, revision].map(changeOf))
  if (problems.length > 0) throw textProblems(problems)
}
