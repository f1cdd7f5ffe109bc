import { ApiError } from '#api/errors.ts'
import type { Scope } from '#api/member.server.ts'
import type { Services } from '#api/services.server.ts'
import type { LegalMatter } from '#content/kinds.ts'
import { parseSource, type Source } from '#content/source.ts'
import { applyChanges, type Change } from '#content/texts.server.ts'
import { recordAct } from '#core/audit/audit.sql.ts'
import type { NewTerms } from '#db/columns.ts'
import type { Db, Trx } from '#db/connection.server.ts'
import { countAsked, membersAsked } from '#guests/terms/terms.sql.ts'
import { wake } from '#jobs/wake.sql.ts'
import { brands } from '#sites/registry.ts'
import { refuseOtherPicture } from '../campaign-pictures.server.ts'
import { textProblems } from '../editor/text-problems.ts'
import {
  type Actor,
  authorsOf,
  insertPublished,
  liveRevisions,
  lockTexts,
  presentOf,
  publishRevision,
  retireLive,
  revisionOf,
} from '../history/revisions.sql.ts'
import { draftOf, MOST_ASKED, type Revision, sharedPath } from '../history/revisions.ts'
import { forgetComments } from '../previews/comments.sql.ts'
import { changeOf, loadPublishedTexts, shippedHashOf, TEXTS_JOB } from './published-texts.server.ts'
import { endSchedule } from './schedules.sql.ts'

/** Whoever acts: somebody of staff now, or who set a time for it before. */
type Hand = Pick<Scope, 'brand' | 'at'> & { member: Pick<Scope['member'], 'id'> }

export function actorOf({ member, at }: Hand): Actor {
  return { by: member.id, at }
}

/**
 * Why somebody may not publish a revision, for people; null where they may. Nobody publishes what
 * they wrote any part of, and what every member agrees to was read by counsel.
 */
export async function refusalToPublish(
  db: Db | Trx,
  revision: Revision,
  staffId: number,
): Promise<string | null> {
  const { path, body, readyAt, publishedAt } = revision
  const isDraft = publishedAt === null
  if (isDraft && (await authorsOf(db, revision)).includes(staffId))
    return 'You wrote some of this, so somebody else publishes it.'
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

/**
 * Days between telling members of new terms and their publication; the product's, since no law says
 * a number.
 */
export const NOTICE_DAYS = 30

type Text = Pick<Revision, 'path' | 'body'>

/**
 * The brands whose terms have another version with a text; null of one that cannot be published.
 * `live`: see `liveTexts`.
 */
async function otherTerms(
  { texts }: Pick<Services, 'texts'>,
  live: readonly Change[],
  text: Text,
): Promise<Record<'newer' | 'older', NewTerms[]> | null> {
  const before = await texts.trying(live)
  // Where a release cannot read one of them, as this process has loaded the others.
  const isSound = before.problems.length === 0
  const present = isSound ? before.library : texts.library()
  const { library, problems } = await texts.trying([...(isSound ? live : []), changeOf(text)])
  if (problems.length > 0) return null
  const versions = brands.map((brand) => ({
    terms: { brand: brand.id, version: library.termsVersion(brand) },
    now: present.termsVersion(brand),
  }))
  return {
    newer: versions.filter(({ terms, now }) => terms.version > now).map(({ terms }) => terms),
    older: versions.filter(({ terms, now }) => terms.version < now).map(({ terms }) => terms),
  }
}

/**
 * What is published in the database: this process may not have loaded another's publication yet.
 */
export async function liveTexts(trx: Trx): Promise<Change[]> {
  return (await liveRevisions(trx)).map(changeOf)
}

/**
 * How many members a draft would ask to accept the terms, up to one above `MOST_ASKED`, and on how
 * many brands.
 */
export async function askedBy(
  services: Pick<Services, 'db' | 'texts'>,
  draft: Revision,
): Promise<{ members: number; brands: number } | null> {
  if (!draft.path.startsWith('legal/')) return null
  const terms = await otherTerms(services, [], draft)
  return (
    terms && {
      members: await countAsked(services.db, terms.newer, MOST_ASKED + 1),
      brands: terms.newer.length,
    }
  )
}

/**
 * Of which new terms members are to be told before sites show a text, beside those that they know
 * of already; null if of none. `live`: what sites show before. Throws if its terms are older than
 * those that members have accepted, since nobody would be asked about them.
 */
export async function noticeOf(
  services: Pick<Services, 'texts'>,
  trx: Trx,
  text: Text,
  { live, known = [] }: { live: readonly Change[]; known?: readonly NewTerms[] },
): Promise<readonly NewTerms[] | null> {
  const { newer, older } = (await otherTerms(services, live, text)) ?? { newer: [], older: [] }
  if (older.length > 0)
    throw new ApiError(
      'forbidden',
      'These terms are older than those that sites show. Write them as a draft with a new version, of which members are told before.',
    )
  const news = newer.filter(
    ({ brand, version }) => !known.some((one) => one.brand === brand && one.version === version),
  )
  return (await membersAsked(trx, news, 0, 1)).length > 0 ? news : null
}

/**
 * Publishes a draft. Throws if it is no longer one or if a brand would lack a required text.
 * `told`: see `change`.
 */
export async function publish(
  services: Services,
  scope: Hand,
  revision: number,
  told: readonly NewTerms[] = [],
): Promise<string> {
  return change(
    services,
    scope,
    async (trx) => {
      const draft = await openDraft(trx, revision)
      await refuseToPublish(trx, draft, scope)
      await refuseProblems(services, trx, draft)
      await endSchedule(trx, revision, 'published', actorOf(scope))
      await publishRevision(trx, draft, shippedHashOf(services.texts, draft.path), actorOf(scope))
      await forgetComments(trx, draftOf(draft))
      return { action: 'content.publish', revision, text: draft }
    },
    told,
  )
}

/** Publishes an old revision's text again and keeps an existing draft. */
export async function restore(services: Services, scope: Scope, revision: number): Promise<string> {
  return change(services, scope, async (trx) => {
    const earlier = await revisionOf(trx, revision)
    if (!earlier?.publishedAt) throw new ApiError('notFound')
    await refuseToPublish(trx, earlier, scope)
    const { path, body } = earlier
    await refuseProblems(services, trx, earlier)
    const id = await insertPublished(
      trx,
      { path, body },
      shippedHashOf(services.texts, path),
      actorOf(scope),
    )
    return { action: 'content.restore', revision: id, text: earlier }
  })
}

async function refuseToPublish(trx: Trx, revision: Revision, { member }: Hand): Promise<void> {
  const refusal = await refusalToPublish(trx, revision, member.id)
  if (refusal !== null) throw new ApiError('forbidden', refusal)
}

export async function restoreShipped(
  services: Services,
  scope: Scope,
  path: string,
): Promise<string> {
  return change(services, scope, async (trx) => {
    const isNews = await retireLive(trx, path, actorOf(scope))
    if (!isNews) throw new ApiError('conflict', 'Nothing is published over this text any more.')
    const shipped = services.texts.shipped().find((file) => file.path === path)
    return { action: 'content.shipped', revision: 0, text: { path, body: shipped?.text ?? null } }
  })
}

export async function unpublish(services: Services, scope: Scope, path: string): Promise<string> {
  const { texts } = services
  return change(services, scope, async (trx) => {
    const { live } = await presentOf(trx, path)
    const shippedHash = shippedHashOf(texts, path)
    const isThere = live ? live.body !== null : shippedHash !== null
    if (!isThere) throw new ApiError('notFound', 'There is no such text any more.')
    const text = { path, body: null }
    await refuseProblems(services, trx, text)
    if (shippedHash === null) await retireLive(trx, path, actorOf(scope))
    else await insertPublished(trx, text, shippedHash, actorOf(scope))
    return { action: 'content.remove', revision: 0, text }
  })
}

export async function openDraft(trx: Trx, revision: number): Promise<Revision> {
  const draft = await revisionOf(trx, revision)
  if (!draft || draft.publishedAt || draft.discardedAt) {
    throw new ApiError(
      'conflict',
      'Somebody has published this draft, put it away or gone on with it. Please look at it again.',
    )
  }
  return draft
}

/** `text`: what sites show then. */
type Done = { action: string; revision: number; text: Text }

/**
 * Changes published texts under a lock, writes the audit log and notifies all processes. Returns
 * the path. Throws where members are to be told of new terms before; `told`: those of which they
 * know for long enough.
 */
async function change(
  services: Services,
  scope: Hand,
  act: (trx: Trx) => Promise<Done>,
  told: readonly NewTerms[] = [],
): Promise<string> {
  const path = await services.db.transaction().execute(async (trx) => {
    await lockTexts(trx)
    const live = await liveTexts(trx)
    const { action, revision, text } = await act(trx)
    const shipped = services.texts.shipped()
    const after = applyChanges(shipped, await liveTexts(trx))
    refuseUnread(text.path, applyChanges(shipped, live), after)
    if (await noticeOf(services, trx, text, { live, known: told }))
      throw new ApiError(
        'forbidden',
        `Members who accepted the terms are told ${NOTICE_DAYS} days before new ones. Choose a time for a draft, and they are told at once.`,
      )
    const details = { path: text.path, revision }
    await recordAct(trx, scope, { action, subjectId: null, details })
    await wake(trx, TEXTS_JOB)
    return text.path
  })
  await loadPublishedTexts(services)
  return path
}

/**
 * What the product came with, and the text for all brands, take the place of what counsel read only
 * if counsel read them.
 */
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
  throw new ApiError('forbidden', detail)
}

export async function refuseProblems({ texts }: Services, trx: Trx, text: Text): Promise<void> {
  const { problems } = await texts.trying([...(await liveTexts(trx)), changeOf(text)])
  if (problems.length > 0) throw textProblems(problems)
  await refuseOtherPicture(trx, changeOf(text))
}
