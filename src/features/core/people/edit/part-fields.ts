import { type FormValues, valueOf, valuesOf } from '#ui/form-answer.ts'

type Option = { value: string; label: string }

/**
 * A field of a part of one's own profile, as data: the page's props are shorter than code for each
 * would be.
 */
export type PartField =
  | { kind: 'line'; name: string; label: string; hint: string; most: number }
  | { kind: 'text'; name: string; label: string; hint: string; most: number; required?: true }
  /** `at`: which value of the name it is, where several fields have one name. */
  | { kind: 'one'; name: string; label: string; options: readonly Option[]; at?: number }
  | { kind: 'many'; name: string; label: string; hint?: string; options: readonly Option[] }
  /** `ageFrom` and `ageTo`. */
  | { kind: 'ages'; from: number; to: number }

/** What the row of a part says of its fields; empty where nothing is said. */
export function saidIn(fields: readonly PartField[], values: FormValues): string {
  const isText = fields.some(({ kind }) => kind === 'text')
  return fields
    .map((field) => wordsOf(field, values))
    .filter((words) => words !== '')
    .join(isText ? '\n' : ' · ')
}

function wordsOf(field: PartField, values: FormValues): string {
  if (field.kind === 'ages') {
    const [from, to] = [valueOf(values, 'ageFrom'), valueOf(values, 'ageTo')]
    return from === '' && to === '' ? '' : `${from || field.from}–${to || field.to}`
  }
  if (field.kind === 'line' || field.kind === 'text') return valueOf(values, field.name)
  const all = valuesOf(values, field.name)
  const chosen = field.kind === 'many' ? all : [all[field.at ?? 0]]
  return field.options
    .filter(({ value }) => value !== '' && chosen.includes(value))
    .map(({ label }) => label)
    .join(', ')
}
