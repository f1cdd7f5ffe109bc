import { type HelpCategory, helpCategories } from '#content/help-categories.ts'
import type { HelpText } from '#content/library.ts'

export type HelpGroup = { id: HelpCategory; name: string; questions: HelpText[] }

export function byCategory(questions: readonly HelpText[]): HelpGroup[] {
  const groups = new Map<HelpCategory, HelpGroup>()
  for (const question of questions) {
    const { category } = question
    const group = groups.get(category) ?? {
      id: category,
      name: helpCategories[category],
      questions: [],
    }
    group.questions.push(question)
    groups.set(category, group)
  }
  return [...groups.values()]
}

/** Most requested questions; a brand shows those that exist for its billing. */
const often = [
  'forgot-password',
  'cancel-renewal',
  'credits',
  'partner-access',
  'photo-not-shown',
  'delete-account',
]

export function oftenAsked(questions: readonly HelpText[]): HelpText[] {
  return often.flatMap((id) => questions.find((question) => question.id === id) ?? [])
}

export function relatedTo(
  question: HelpText,
  questions: readonly HelpText[],
  most = 5,
): HelpText[] {
  const group = questions.filter(({ category }) => category === question.category)
  const at = group.findIndex(({ id }) => id === question.id)
  return [...group.slice(at + 1), ...group.slice(0, at)].slice(0, most)
}
