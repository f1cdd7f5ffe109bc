import type { OwnPartId } from '#sites/profile-parts.ts'
import { type FormValues, valueOf } from '#ui/form-answer.ts'
import { type ClassifierName, partOfFact } from '../classifiers.ts'

const byAddress: Readonly<Record<string, OwnPartId>> = {
  prompts: 'prompts',
  invitePartner: 'partners',
  answerPartner: 'partners',
  endPartner: 'partners',
  changeLocation: 'place',
  visiting: 'visiting',
}

/** The part of one's own profile that has a form of this address. */
export function partOfForm(address: string, values: FormValues): string {
  const section = valueOf(values, 'section')
  if (section === 'facts') return partOfFact(valueOf(values, 'only') as ClassifierName)
  return byAddress[address.split('/')[2] ?? ''] ?? section
}
