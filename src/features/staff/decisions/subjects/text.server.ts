import type { Person } from '#core/accounts/standing/standing.sql.ts'
import { isProvisional } from '#core/accounts/usernames/provisional-name.ts'
import { putUsernameBack, takeUsername } from '#core/accounts/usernames/removed-username.sql.ts'
import { provisionalUsername } from '#core/accounts/usernames/usernames.server.ts'
import { putWordsBack, takeWords } from '#core/people/edit/introduction.sql.ts'
import { putAnswerBack, takeAnswer } from '#core/people/prompts/prompts.sql.ts'
import type { Trx } from '#db/connection.server.ts'
import { putUpdateBack, takeUpdate } from '#members/updates/updates.sql.ts'
import type { DecisionRow } from '../decisions.sql.ts'
import { standingText, textKeyOf } from '../statements/standing-text.server.ts'
import { keepRemoved, type Removed, takeRemoved } from '../statements/statements.sql.ts'
import type { SubjectEffects } from './subject-effects.server.ts'

export const text: SubjectEffects = {
  concerns: ({ act }) => act === 'removeText',
  async outdated({ settings }, trx, person, decision) {
    const words = await textNow(trx, person, decision)
    return words !== null && textKeyOf({ settings }, words) !== decision.about_key
  },
  async apply(trx, _, decision, { isGone, at }) {
    const removed = isGone ? null : await removeText(trx, decision, at)
    return { isTextGone: removed === null, newName: removed?.newName ?? null }
  },
  giveBack: (trx, _, decision, at) => putBack(trx, decision, at),
}

async function textNow(
  trx: Trx,
  person: Person,
  { about_part: part, about_id: id }: DecisionRow,
): Promise<string | null> {
  return part === null ? null : standingText(trx, person, part, id ?? 0)
}

/**
 * Whether the member has written something where a decision was about a text; a generated username
 * is nothing of theirs.
 */
export async function writtenAnew(
  trx: Trx,
  person: Person,
  decision: DecisionRow,
): Promise<boolean> {
  const words = await textNow(trx, person, decision)
  return (
    words !== null && words !== '' && !(decision.about_part === 'username' && isProvisional(words))
  )
}

/** Of a username, `newName` is the generated one. */
type RemovedText = { newName: string | null }

/** Null where nothing stands there. */
async function removeText(trx: Trx, decision: DecisionRow, at: Date): Promise<RemovedText | null> {
  const { account_id: accountId, about_part: part, about_id: aboutId } = decision
  if (part === 'username') {
    const newName = provisionalUsername()
    const text = await takeUsername(trx, accountId, newName, at)
    if (text === undefined) return null
    await keepRemoved(trx, decision.id, accountId, { part, text }, at)
    return { newName }
  }
  const removed = part === null ? undefined : await taken(trx, accountId, part, aboutId ?? 0)
  if (!removed) return null
  await keepRemoved(trx, decision.id, accountId, removed, at)
  return { newName: null }
}

async function taken(
  trx: Trx,
  accountId: number,
  part: Exclude<Removed['part'], 'username'>,
  id: number,
): Promise<Removed | undefined> {
  if (part === 'headline' || part === 'about') {
    const text = await takeWords(trx, accountId, part)
    return text === '' ? undefined : { part, text }
  }
  if (part === 'update') {
    const update = await takeUpdate(trx, accountId, id)
    return update && { part, text: update.body, at: update.at.toISOString() }
  }
  const row = await takeAnswer(trx, accountId, id)
  return (
    row && { part, brand: row.brand, prompt: row.prompt, question: row.question, text: row.answer }
  )
}

async function putBack(
  trx: Trx,
  { id, account_id: accountId }: DecisionRow,
  at: Date,
): Promise<void> {
  const removed = await takeRemoved(trx, id)
  if (removed === undefined) return
  if (removed.part === 'update')
    await putUpdateBack(trx, accountId, { body: removed.text, at: new Date(removed.at) })
  else if (removed.part === 'prompt')
    await putAnswerBack(trx, accountId, { ...removed, answer: removed.text, at })
  else if (removed.part === 'username') await putUsernameBack(trx, accountId, removed.text)
  else await putWordsBack(trx, accountId, removed.part, removed.text)
}
