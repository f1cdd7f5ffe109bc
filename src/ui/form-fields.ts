import type { FormValues } from './form-answer.ts'

/** A form's fields as the server reads them where it is posted without script. */
export function fieldsOf(form: FormData): FormValues {
  return Object.fromEntries(
    [...new Set(form.keys())].map((name) => {
      const values = form.getAll(name).filter((value) => typeof value === 'string')
      return [name, values.length === 1 ? (values[0] ?? '') : values]
    }),
  )
}
