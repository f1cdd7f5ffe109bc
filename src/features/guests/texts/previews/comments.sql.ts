import { sql } from 'kysely'
import type { Db, Trx } from '#db/connection.server.ts'

export type Comment = { draftId: number; revisionId: number; author: string; words: string }

/** Returns false where a draft has as many as it may. The caller holds the lock of texts. */
export async function addComment(
  trx: Trx,
  { draftId, revisionId, author, words }: Comment,
  { most, at }: { most: number; at: Date },
): Promise<boolean> {
  const { rows } = await sql`
    insert into content_comments (draft_id, revision_id, author, words, created_at)
    select ${draftId}, ${revisionId}, ${author}, ${words}, ${at}
    where (select count(*) from content_comments where draft_id = ${draftId}) < ${most}
    returning id`.execute(trx)
  return rows.length > 0
}

export async function commentsOn(db: Db, draftId: number) {
  return db
    .selectFrom('content_comments')
    .select(['id', 'revision_id as revision', 'author', 'words', 'created_at as at'])
    .where('draft_id', '=', draftId)
    .orderBy('id')
    .execute()
}

export async function dropComment(trx: Trx, draftId: number, id: number): Promise<void> {
  await trx
    .deleteFrom('content_comments')
    .where('draft_id', '=', draftId)
    .where('id', '=', id)
    .execute()
}

export async function forgetComments(trx: Trx, draftId: number): Promise<void> {
  await trx.deleteFrom('content_comments').where('draft_id', '=', draftId).execute()
}
