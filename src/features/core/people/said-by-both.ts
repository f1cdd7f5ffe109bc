import { type Classifier, classifiers, type Facts } from './classifiers.ts'

/** How the line says it. English is left out: everybody here writes it. */
const verbs: Partial<Record<string, string>> = {
  intentions: 'are here for',
  interests: 'like',
  languages: 'speak',
}
const MOST_OF_EACH = 3
const list = new Intl.ListFormat('en-GB')

/** What two members both say of themselves, in one line; null where that is nothing. */
export function inCommon(one: Facts, other: Facts): string | null {
  const parts = classifiers.flatMap(({ name, options }: Classifier) => {
    const verb = verbs[name]
    const shared = options.filter(
      ({ value }) => value !== 'en' && says(one, name, value) && says(other, name, value),
    )
    if (verb === undefined || shared.length === 0) return []
    const words = shared
      .slice(0, MOST_OF_EACH)
      .map(({ label }) => (name === 'languages' ? label : label.toLowerCase()))
    return [`both ${verb} ${list.format(words)}`]
  })
  return parts.length === 0 ? null : `You ${parts.join(', ')}.`
}

function says(facts: Partial<Record<string, string[]>>, name: string, value: string): boolean {
  return facts[name]?.includes(value) ?? false
}
