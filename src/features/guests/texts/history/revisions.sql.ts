import { sql } from 'kysely'
import type { Db, Trx } from '#db/connection.server.ts'
import { type DraftStatus, draftOf, type Revision } from './revisions.ts'

const columns = [
  'id',
  'path',
  'body',
  'draft_id as draftId',
  'author_id as authorId',
  'created_at as createdAt',
  'submitted_at as submittedAt',
  'ready_at as readyAt',
  'published_at as publishedAt',
  'published_by as publishedBy',
  'shipped_hash as shippedHash',
  'retired_at as retiredAt',
  'retired_by as retiredBy',
  'discarded_at as discardedAt',
] as const

export type Actor = { by: number; at: Date }

/** Serializes all changes to texts in all processes until the transaction ends. */
export async function lockTexts(trx: Trx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('content_revisions'))`.execute(trx)
}

/** Returns published revisions, which replace the shipped texts. */
export async function liveRevisions(db: Db | Trx): Promise<Revision[]> {
  return db
    .selectFrom('content_revisions')
    .select(columns)
    .where('published_at', 'is not', null)
    .where('retired_at', 'is', null)
    .orderBy('path')
    .execute()
}

export async function openRevisions(db: Db | Trx): Promise<Revision[]> {
  return db
    .selectFrom('content_revisions')
    .select(columns)
    .where('published_at', 'is', null)
    .where('discarded_at', 'is', null)
    .orderBy('path')
    .execute()
}

export async function presentOf(
  db: Db | Trx,
  path: string,
): Promise<{ open: Revision | null; live: Revision | null }> {
  const rows = await db
    .selectFrom('content_revisions')
    .select(columns)
    .where('path', '=', path)
    .where('discarded_at', 'is', null)
    .where('retired_at', 'is', null)
    .execute()
  const isLive = ({ publishedAt }: Revision) => publishedAt !== null
  return { open: rows.find((row) => !isLive(row)) ?? null, live: rows.find(isLive) ?? null }
}

export async function historyOf(db: Db, path: string): Promise<Revision[]> {
  return db
    .selectFrom('content_revisions')
    .select(columns)
    .where('path', '=', path)
    .orderBy('id', 'desc')
    .limit(200)
    .execute()
}

export async function revisionOf(db: Db | Trx, id: number): Promise<Revision | undefined> {
  return db.selectFrom('content_revisions').select(columns).where('id', '=', id).executeTakeFirst()
}

/** Inserts a revision and returns its id; the caller discards the previous draft first. */
export async function insertRevision(
  trx: Trx,
  { draftId, ...text }: Pick<Revision, 'path' | 'body' | 'draftId'>,
  { by, at }: Actor,
): Promise<number> {
  const made = await trx
    .insertInto('content_revisions')
    .values({ ...text, draft_id: draftId, author_id: by, created_at: at })
    .returning('id')
    .executeTakeFirstOrThrow()
  return made.id
}

/** What is being written as this draft; undefined once it is published or put away. */
export async function openRevisionOf(db: Db | Trx, draftId: number): Promise<Revision | undefined> {
  return db
    .selectFrom('content_revisions')
    .select(columns)
    .where('published_at', 'is', null)
    .where('discarded_at', 'is', null)
    .where(({ fn, ref }) => sql<boolean>`${fn.coalesce('draft_id', ref('id'))} = ${draftId}`)
    .executeTakeFirst()
}

/** Who wrote any of a draft, which began after the last publication. */
export async function authorsOf(
  db: Db | Trx,
  { path, ...draft }: Pick<Revision, 'id' | 'draftId' | 'path'>,
): Promise<number[]> {
  const rows = await db
    .selectFrom('content_revisions')
    .select('author_id as id')
    .distinct()
    .where('path', '=', path)
    .where(({ fn, ref }) => sql<boolean>`${fn.coalesce('draft_id', ref('id'))} = ${draftOf(draft)}`)
    .execute()
  return rows.map(({ id }) => id)
}

export async function discardRevision(trx: Trx, id: number, { by, at }: Actor): Promise<void> {
  await trx
    .updateTable('content_revisions')
    .set({ discarded_at: at, discarded_by: by })
    .where('id', '=', id)
    .execute()
}

export async function setDraftStatus(
  trx: Trx,
  id: number,
  standing: DraftStatus,
  { by, at }: Actor,
): Promise<void> {
  await trx
    .updateTable('content_revisions')
    .set(({ fn, val }) => ({
      submitted_at: standing === 'draft' ? null : fn.coalesce('submitted_at', val(at)),
      submitted_by: standing === 'draft' ? null : fn.coalesce('submitted_by', val(by)),
      ready_at: standing === 'ready' ? at : null,
      ready_by: standing === 'ready' ? by : null,
    }))
    .where('id', '=', id)
    .execute()
}

export async function publishRevision(
  trx: Trx,
  { id, path }: Pick<Revision, 'id' | 'path'>,
  shippedHash: string | null,
  hand: Actor,
): Promise<void> {
  await retireLive(trx, path, hand)
  await trx
    .updateTable('content_revisions')
    .set({ published_at: hand.at, published_by: hand.by, shipped_hash: shippedHash })
    .where('id', '=', id)
    .execute()
}

/** Publishes a new revision directly and keeps an existing draft. Returns the new revision's id. */
export async function insertPublished(
  trx: Trx,
  text: { path: string; body: string | null },
  shippedHash: string | null,
  hand: Actor,
): Promise<number> {
  await retireLive(trx, text.path, hand)
  const { by, at } = hand
  const made = await trx
    .insertInto('content_revisions')
    .values({
      ...text,
      author_id: by,
      created_at: at,
      published_at: at,
      published_by: by,
      shipped_hash: shippedHash,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return made.id
}

export async function retireLive(trx: Trx, path: string, { by, at }: Actor): Promise<boolean> {
  const retired = await trx
    .updateTable('content_revisions')
    .set({ retired_at: at, retired_by: by })
    .where('path', '=', path)
    .where('published_at', 'is not', null)
    .where('retired_at', 'is', null)
    .returning('id')
    .execute()
  return retired.length > 0
}
