import type { Db, Trx } from '#db/connection.server.ts'
import { answersOf } from '../prompts/prompts.sql.ts'

/** Empty for an account without a profile. */
export async function introductionOf(
  db: Db | Trx,
  accountId: number,
): Promise<{ headline: string; about: string }> {
  const row = await db
    .selectFrom('profiles')
    .select(['headline', 'about'])
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return row ?? { headline: '', about: '' }
}

/**
 * What a member says in their own words, each with what it is; nothing for an account without a
 * profile.
 */
export async function wordsOf(
  db: Db | Trx,
  accountId: number,
): Promise<Array<{ label: string; text: string }>> {
  const row = await introductionOf(db, accountId)
  const answers = (await answersOf(db, accountId)).map(({ question, answer }) => ({
    label: question,
    text: answer,
  }))
  return [
    { label: 'Headline', text: row.headline },
    { label: 'About', text: row.about },
    ...answers,
  ].filter(({ text }) => text !== '')
}
