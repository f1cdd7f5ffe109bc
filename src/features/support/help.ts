import { type HelpCategory, helpCategories } from '../../content/kinds.ts'
import type { HelpText } from '../../content/library.ts'

/** The questions of one category; `name` is what people read. */
export type HelpGroup = { id: HelpCategory; name: string; questions: HelpText[] }

/** Questions by category, in the order in which the first of each comes. */
export function byCategory(questions: readonly HelpText[]): HelpGroup[] {
  const groups = new Map<HelpCategory, HelpGroup>()
  for (const question of questions) {
    const { category } = question
    const group = groups.get(category) ?? { id: category, name: helpCategories[category], questions: [] }
    group.questions.push(question)
    groups.set(category, group)
  }
  return [...groups.values()]
}

/** What most people come for; a brand has those that its billing raises. */
const often = ['forgot-password', 'cancel-renewal', 'credits', 'partner-access', 'photo-not-shown', 'delete-account']

/** The questions that the help page begins with. */
export function oftenAsked(questions: readonly HelpText[]): HelpText[] {
  return often.flatMap((id) => questions.find((question) => question.id === id) ?? [])
}

/** Up to `most` others of a question's category: those that follow it, then from the first. */
export function relatedTo(question: HelpText, questions: readonly HelpText[], most = 5): HelpText[] {
  const group = questions.filter(({ category }) => category === question.category)
  const at = group.findIndex(({ id }) => id === question.id)
  return [...group.slice(at + 1), ...group.slice(0, at)].slice(0, most)
}
