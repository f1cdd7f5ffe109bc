import { type ReactNode, useId } from 'react'
import { useForm } from './ActionForm.tsx'
import { valuesOf } from './form-answer.ts'

export function Chips({
  name,
  label,
  hint,
  options,
  defaultValue = [],
}: {
  name: string
  label: ReactNode
  hint?: string
  options: ReadonlyArray<{ value: string; label: string }>
  defaultValue?: readonly string[]
}) {
  const id = useId()
  const { errors, values } = useForm()
  const chosen = valuesOf(values, name, defaultValue)
  return (
    <fieldset
      className="field"
      aria-describedby={`${hint === undefined ? '' : `${id}-hint `}${id}-error`}
    >
      <legend className="field-label">{label}</legend>
      <div className="chips">
        {options.map((option) => (
          <label key={option.value} className="chip">
            <input
              type="checkbox"
              name={name}
              value={option.value}
              defaultChecked={chosen.includes(option.value)}
            />
            {option.label}
          </label>
        ))}
      </div>
      {hint === undefined ? null : (
        <p className="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <p className="field-error" id={`${id}-error`}>
        {errors[name]}
      </p>
    </fieldset>
  )
}
