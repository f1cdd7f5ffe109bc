import { sql } from 'kysely'
import type { Db, Trx } from '#db/connection.server.ts'
import { deleteSome } from '#db/delete-some.server.ts'
import type { Statement } from './statements.ts'

export async function insertStatement(
  trx: Trx,
  decisionId: number,
  words: Statement,
  at: Date,
): Promise<void> {
  await trx
    .insertInto('statements')
    .values({ decision_id: decisionId, words: JSON.stringify(words), made_at: at })
    .execute()
}

export async function statementById(db: Db, decisionId: number): Promise<Statement | undefined> {
  const row = await db
    .selectFrom('statements')
    .select('words')
    .where('decision_id', '=', decisionId)
    .executeTakeFirst()
  return row?.words as Statement | undefined
}

/** What a text was, so that it can be put back where it stood. */
export type Removed =
  | { part: 'username' | 'headline' | 'about'; text: string }
  | { part: 'prompt'; brand: string; prompt: string; question: string; text: string }
  | { part: 'update'; text: string; at: string }

export async function keepRemoved(
  trx: Trx,
  decisionId: number,
  accountId: number,
  words: Removed,
  at: Date,
): Promise<void> {
  await trx
    .insertInto('removed_texts')
    .values({
      decision_id: decisionId,
      account_id: accountId,
      words: JSON.stringify(words),
      removed_at: at,
    })
    .execute()
}

/** Takes what was kept; undefined where it is kept no more. */
export async function takeRemoved(trx: Trx, decisionId: number): Promise<Removed | undefined> {
  const row = await trx
    .deleteFrom('removed_texts')
    .where('decision_id', '=', decisionId)
    .returning('words')
    .executeTakeFirst()
  return row?.words as Removed | undefined
}

/** What these decisions removed, where it is kept still. */
export async function removedWords(
  db: Db,
  decisionIds: readonly number[],
): Promise<Map<number, string>> {
  if (decisionIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('removed_texts')
    .select(['decision_id as id', 'words'])
    .where('decision_id', 'in', [...decisionIds])
    .execute()
  return new Map(rows.map(({ id, words }) => [id, (words as Removed).text]))
}

export async function removedBy(db: Db, decisionId: number): Promise<Removed | undefined> {
  const row = await db
    .selectFrom('removed_texts')
    .select('words')
    .where('decision_id', '=', decisionId)
    .executeTakeFirst()
  return row?.words as Removed | undefined
}

export function sweepRemoved(db: Db, before: Date, most: number): Promise<number> {
  return deleteSome(db, 'removed_texts', sql.ref('removed_at'), before, most)
}
