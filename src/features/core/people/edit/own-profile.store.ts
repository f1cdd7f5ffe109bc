import { map } from 'nanostores'
import { api } from '#api/client.ts'
import type { Answer } from '#api/contract.ts'
import { outdatePages } from '#lib/browser.ts'
import type { OwnPartId } from '#sites/profile-parts.ts'
import type { FormValues } from '#ui/form-answer.ts'
import type { changePrompts } from '../prompts/prompts.contract.ts'
import type { ownProfileToEdit, saveProfile } from './edit-profile.contract.ts'

/** What the rows of one's own profile say, of the parts that were saved since the page came. */
export const $partsSaid = map<Partial<Record<OwnPartId, string>>>({})

/** A part is saved: its row says it, and so do the pages to which Back leads. */
export function partSaid(part: OwnPartId, words: string): void {
  $partsSaid.setKey(part, words)
  outdatePages()
}

export type OwnAnswers = Answer<typeof ownProfileToEdit>['prompts']

/** Throws CallError. `values`: the fields of the part's form. */
export async function savePart(part: OwnPartId, values: FormValues, words: string): Promise<void> {
  await api.send<typeof saveProfile>('POST /profile/save', { body: values as never })
  partSaid(part, words)
}

/** Adds, changes, moves or removes an answer; returns the answers as they are then. */
export async function changeAnswer(values: FormValues): Promise<OwnAnswers> {
  await api.send<typeof changePrompts>('POST /profile/prompts', { body: values as never })
  const { prompts } = await api.send<typeof ownProfileToEdit>('GET /profile/mine', {})
  partSaid('prompts', answersSaid(prompts))
  return prompts
}

export function answersSaid(answers: OwnAnswers): string {
  return answers.map(({ answer }) => answer).join('\n')
}
