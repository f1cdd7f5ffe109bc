import { type FormValues, valuesOf } from '#ui/form-answer.ts'
import type { DiffPart } from './word-diff.ts'

/** A field in which two texts differ; `parts` lead from theirs, which was saved first, to mine. */
export type TextDifference = { label: string; mine: string; theirs: string; parts: DiffPart[] }

const inWords = (values: FormValues, name: string) => valuesOf(values, name).join(', ')

export function differencesOf(
  fields: ReadonlyArray<{ name: string; label: string }>,
  { mine, theirs }: Record<'mine' | 'theirs', FormValues>,
  diff: (before: string, after: string) => DiffPart[],
): TextDifference[] {
  return fields
    .map(({ name, label }) => ({
      label,
      mine: inWords(mine, name),
      theirs: inWords(theirs, name),
    }))
    .filter((both) => both.mine !== both.theirs)
    .map((both) => ({ ...both, parts: diff(both.theirs, both.mine) }))
}
