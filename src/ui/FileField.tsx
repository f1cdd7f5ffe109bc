import type { ComponentProps } from 'react'
import { FieldFrame, type FieldText, useField } from './Field.tsx'

/** Files that are chosen; a refused post has none of them again. */
export function FileField({
  name,
  label,
  hint,
  ...rest
}: FieldText & Omit<ComponentProps<'input'>, 'type' | 'defaultValue'>) {
  const { id, error, control } = useField({ name, label, hint }, undefined)
  const { defaultValue: _, ...own } = control
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error}>
      <input {...own} {...rest} type="file" />
    </FieldFrame>
  )
}
