import { ApiError } from '../../../api/errors.ts'
import type { Scope } from '../../../api/member.server.ts'
import type { Services } from '../../../api/services.server.ts'
import type { LegalMatter } from '../../../content/kinds.ts'
import { parseSource, type Source } from '../../../content/source.ts'
import { applyChanges } from '../../../content/texts.server.ts'
import type { Trx } from '../../../db/connection.server.ts'
import { wake } from '../../../jobs/wake.sql.ts'
import { brands } from '../../../sites/registry.ts'
import { recordAct } from '../../core/audit/audit.sql.ts'
import { countAsked } from '../terms/terms.sql.ts'
import { forgetComments } from './comments.sql.ts'
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
import { draftOf, type Revision, sharedPath } from './revisions.ts'
import { endSchedule } from './schedules.sql.ts'
import { textProblems } from './text-problems.ts'

/** Whoever acts: somebody of staff now, or who set a time for it before. */
type Hand = Pick<Scope, 'brand' | 'at'> & { member: Pick<Scope['member'], 'id'> }

export function actorOf({ member, at }: Hand): Actor {
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

/** Days between telling members of new terms and their publication; the product's, since no law says a number. */
export const NOTICE_DAYS = 30

/** The brands on which a draft is new terms, with their version; null of one that cannot be published. */
export async function versionsWith(
  { texts }: Pick<Services, 'texts'>,
  draft: Revision,
): Promise<Array<{ brand: string; version: string }> | null> {
  const { library, problems } = await texts.trying([changeOf(draft)])
  if (problems.length > 0) return null
  const present = texts.library()
  return brands
    .map((brand) => ({ brand, version: library.termsVersion(brand) }))
    .filter(({ brand, version }) => version > present.termsVersion(brand))
    .map(({ brand, version }) => ({ brand: brand.id, version }))
}

/** How many members a draft would ask to accept the terms, and on how many brands. */
export async function askedBy(
  services: Pick<Services, 'db' | 'texts'>,
  draft: Revision,
): Promise<{ members: number; brands: number } | null> {
  if (!draft.path.startsWith('legal/')) return null
  const versions = await versionsWith(services, draft)
  return versions && { members: await countAsked(services.db, versions), brands: versions.length }
}

/** Publishes a draft at once. Throws if it is no longer a draft or if a brand would lack a required text. */
export function publish(services: Services, scope: Scope, revision: number): Promise<string> {
  return publishAs(services, scope, revision, { isTold: false })
}

/** `isTold`: members know of the new terms for long enough. */
export async function publishAs(
  services: Services,
  scope: Hand,
  revision: number,
  { isTold }: { isTold: boolean },
): Promise<string> {
  return change(services, scope, async (trx) => {
    const draft = await openDraft(trx, revision)
    refuseToPublish(draft, scope)
    await refuseProblems(services, trx, draft)
    if (!isTold && ((await askedBy(services, draft))?.members ?? 0) > 0)
      throw new ApiError('forbidden', {
        detail: `Members who accepted the terms are told ${NOTICE_DAYS} days before new ones. Choose a time, and they are told at once.`,
      })
    await endSchedule(trx, revision, 'published', actorOf(scope))
    await publishRevision(trx, draft, shippedHashOf(services.texts, draft.path), actorOf(scope))
    await forgetComments(trx, draftOf(draft))
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

function refuseToPublish(revision: Revision, { member }: Hand): void {
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
  scope: Hand,
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

export async function refuseProblems(
  { texts }: Services,
  trx: Trx,
  revision: Pick<Revision, 'path' | 'body'>,
): Promise<void> {
  // Reads from the database, because this process may not have loaded another process's publication yet.
  const published = await liveRevisions(trx)
  const { problems } = await texts.trying([...published, revision].map(changeOf))
  if (problems.length > 0) throw textProblems(problems)
}
