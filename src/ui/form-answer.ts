import type { CallError } from '../api/client.ts'
import type { Problem } from '../api/errors.ts'

/** The submitted values of a refused form, without passwords. */
export type FormValues = Record<string, string | string[]>

/**
 * Props of each part of a form: the form's id, the submitted values, and the first error of each
 * field.
 */
export type FormPart = { id: string; values: FormValues; errors: Partial<Record<string, string>> }

/** The part that is a whole form. */
export function formPart(
  id: string,
  { values = {}, problem }: { values?: FormValues; problem?: Problem },
): FormPart {
  return { id, values, errors: errorsByField(problem) }
}

export function valueOf(values: FormValues, name: string, otherwise = ''): string {
  const value = values[name] ?? otherwise
  return typeof value === 'string' ? value : (value[0] ?? '')
}

export function valuesOf(
  values: FormValues,
  name: string,
  otherwise: readonly string[] = [],
): readonly string[] {
  const value = values[name]
  return value === undefined ? otherwise : typeof value === 'string' ? [value] : value
}

export function errorsByField(
  problem: { errors?: Problem['errors'] | CallError['errors'] } | undefined,
): Partial<Record<string, string>> {
  const byField: Partial<Record<string, string>> = {}
  for (const { field, message } of problem?.errors ?? []) {
    // `lookingFor.0` belongs to `lookingFor`.
    const [name = field] = field.split('.')
    byField[name] ??= message
  }
  return byField
}

export function textIn(fields: FormData, name: string): string {
  const value = fields.get(name)
  return typeof value === 'string' ? value : ''
}
