import type { Problem } from '../api/errors.ts'

/** What somebody had put into a form that was refused; passwords are never among it. */
export type FormValues = Record<string, string | string[]>

/** What each part of a form is given: the form's id, what was typed, and the first sentence about each field. */
export type FormPart = { id: string; values: FormValues; errors: Partial<Record<string, string>> }

/** The one value of a field; '' where there is none. */
export function valueOf(values: FormValues, name: string): string {
  const value = values[name]
  return typeof value === 'string' ? value : (value?.[0] ?? '')
}

/** All values of a field that may have several, or `otherwise` where it was not in the form. */
export function valuesOf(values: FormValues, name: string, otherwise: readonly string[] = []): readonly string[] {
  const value = values[name]
  return value === undefined ? otherwise : typeof value === 'string' ? [value] : value
}

/** The first sentence about each field. */
export function errorsByField(problem: Pick<Problem, 'errors'> | undefined): Partial<Record<string, string>> {
  const byField: Partial<Record<string, string>> = {}
  for (const { field, message } of problem?.errors ?? []) {
    // `lookingFor.0` is about `lookingFor`.
    const [name = field] = field.split('.')
    byField[name] ??= message
  }
  return byField
}
