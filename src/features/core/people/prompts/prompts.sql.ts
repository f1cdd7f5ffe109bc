import { type Expression, type RawBuilder, sql } from 'kysely'
import { ApiError } from '#api/errors.ts'
import type { Db, Trx } from '#db/connection.server.ts'
import type { Prompt } from '#sites/prompts.ts'
import { brandById } from '#sites/registry.ts'
import { lockProfile } from '../pictures/has-photo.sql.ts'
import type { ShownAnswer } from './prompts.contract.ts'
import { MAX_PROMPTS } from './prompts.ts'

type AnswerRow = { id: number; brand: string; prompt: string; question: string; answer: string }
export type OwnAnswer = ShownAnswer & Pick<AnswerRow, 'brand' | 'prompt'>

/** The question as its brand asks it now, or as it was if the brand asks it no more. */
export function withQuestion({ id, brand, prompt, question, answer }: AnswerRow): ShownAnswer {
  const now = brandById(brand)?.prompts.find(({ key }) => key === prompt)
  return { id, question: now?.question ?? question, answer }
}

export function hasAnswers(accountId: Expression<number>): RawBuilder<boolean> {
  return sql<boolean>`exists (select from prompt_answers where account_id = ${accountId})`
}

/** The rows of `answersOf`, to be read within another statement. */
export function answersInOrder(db: Db | Trx, accountId: Expression<number>) {
  return db
    .selectFrom('prompt_answers')
    .select(['id', 'brand', 'prompt', 'question', 'answer'])
    .where('account_id', '=', accountId)
    .orderBy('position')
}

/** The caller checks whether the member is visible. */
export async function answersOf(db: Db | Trx, accountId: number): Promise<OwnAnswer[]> {
  const rows = await answersInOrder(db, sql`${accountId}::bigint`).execute()
  return rows.map((row) => ({ ...withQuestion(row), brand: row.brand, prompt: row.prompt }))
}

/** Throws `conflict` for a question that is answered already, and for a fourth answer. */
export async function addAnswer(
  trx: Trx,
  accountId: number,
  { key, question }: Prompt,
  { brand, answer, at }: { brand: string; answer: string; at: Date },
): Promise<void> {
  const rows = await lockedAnswers(trx, accountId)
  if (rows.some((row) => row.brand === brand && row.prompt === key)) {
    throw new ApiError(
      'conflict',
      'You have answered this question already. You can change your answer.',
    )
  }
  if (rows.length >= MAX_PROMPTS) {
    throw new ApiError(
      'conflict',
      `Your profile has ${MAX_PROMPTS} answers, which is the most. Please take one away first.`,
    )
  }
  await trx
    .insertInto('prompt_answers')
    .values({
      account_id: accountId,
      position: rows.length + 1,
      brand,
      prompt: key,
      question,
      answer,
      created_at: at,
    })
    .execute()
}

/** At the end of the order an answer stays where it is. Throws `notFound`. */
export async function changeAnswer(
  trx: Trx,
  accountId: number,
  id: number,
  answer: string,
  by: -1 | 0 | 1,
): Promise<void> {
  const rows = await lockedAnswers(trx, accountId)
  const from = indexOf(rows, id)
  await trx.updateTable('prompt_answers').set({ answer }).where('id', '=', id).execute()
  const other = rows[from + by]
  if (by === 0 || !other) return
  // One statement: the order is unique, which is checked at its end.
  await sql`
    update prompt_answers set position = case id when ${id} then ${from + by + 1}::smallint else ${from + 1}::smallint end
    where account_id = ${accountId} and id in (${id}, ${other.id})`.execute(trx)
}

/** Throws `notFound`. */
export async function removeAnswer(trx: Trx, accountId: number, id: number): Promise<void> {
  const rows = await lockedAnswers(trx, accountId)
  const from = indexOf(rows, id)
  await trx.deleteFrom('prompt_answers').where('id', '=', id).execute()
  await sql`update prompt_answers set position = position - 1 where account_id = ${accountId} and position > ${from + 1}`.execute(
    trx,
  )
}

/** As `removeAnswer`; returns what it was, or undefined if it is no longer there. */
export async function takeAnswer(
  trx: Trx,
  accountId: number,
  id: number,
): Promise<AnswerRow | undefined> {
  const row = (await lockedAnswers(trx, accountId)).find((one) => one.id === id)
  if (row) await removeAnswer(trx, accountId, id)
  return row
}

/** Puts back what `takeAnswer` took, unless the question is answered again or there is no room. */
export async function putAnswerBack(
  trx: Trx,
  accountId: number,
  { brand, prompt, question, answer, at }: Omit<AnswerRow, 'id'> & { at: Date },
): Promise<void> {
  const rows = await lockedAnswers(trx, accountId)
  if (
    rows.length >= MAX_PROMPTS ||
    rows.some((row) => row.brand === brand && row.prompt === prompt)
  )
    return
  await addAnswer(trx, accountId, { key: prompt, question }, { brand, answer, at })
}

/** A change waits here for another one of the same member. */
async function lockedAnswers(trx: Trx, accountId: number): Promise<AnswerRow[]> {
  await lockProfile(trx, accountId)
  return answersInOrder(trx, sql`${accountId}::bigint`).execute()
}

function indexOf(rows: readonly AnswerRow[], id: number): number {
  const index = rows.findIndex((row) => row.id === id)
  if (index === -1) throw new ApiError('notFound', 'This answer is no longer on your profile.')
  return index
}
