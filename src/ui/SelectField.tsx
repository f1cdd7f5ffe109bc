import type { ComponentProps } from 'react'
import { FieldFrame, type FieldText, useField } from './Field.tsx'

export function SelectField({
  name,
  label,
  hint,
  options,
  defaultValue = '',
  ...rest
}: FieldText & {
  options: ReadonlyArray<{ value: string; label: string }>
  defaultValue?: string
} & Omit<ComponentProps<'select'>, 'defaultValue'>) {
  const { id, error, control } = useField({ name, label, hint }, defaultValue)
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error}>
      <select {...rest} {...control}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </FieldFrame>
  )
}
