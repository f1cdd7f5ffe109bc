import type { Problem } from '../api/errors.ts'
import { errorsByField, type FormValues, valueOf } from './form-answer.ts'

/**
 * Of a list with a form that adds a row or changes one: which it changes, what was refused of it,
 * and what is said of a refusal that is about no field. `change`: the id that is asked for.
 */
export function listForm<Row extends { id: number }>(
  rows: readonly Row[],
  answer: { values: FormValues; problem: Problem } | null | undefined,
  change: string | null,
) {
  const values = answer?.values ?? {}
  const errors = errorsByField(answer?.problem)
  const act = valueOf(values, 'act')
  const chosen = answer ? (act === 'change' ? valueOf(values, 'id') : null) : change
  const changing = rows.find(({ id }) => String(id) === chosen) ?? null
  const isAbout = act === (changing ? 'change' : 'add')
  return {
    changing,
    refused: isAbout ? { values, errors } : undefined,
    isOpen: isAbout || changing !== null || rows.length === 0,
    problem: Object.keys(errors).length === 0 ? answer?.problem.detail : undefined,
  }
}
