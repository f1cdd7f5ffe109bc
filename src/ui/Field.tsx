import { type ComponentProps, type ReactNode, useId } from 'react'

type Frame = {
  label: ReactNode
  name: string
  hint?: ReactNode
  error?: string | null | undefined
  affix?: ReactNode
}
type Option = { value: string; label: string }
type Control =
  | ({ as?: 'input' } & ComponentProps<'input'>)
  | ({ as: 'textarea' } & ComponentProps<'textarea'>)
  | ({ as: 'select'; options: readonly Option[] } & ComponentProps<'select'>)

/** Use it uncontrolled (`defaultValue`) and read the form on submit, so that input from before hydration is kept. */
export function Field({ label, hint, error, affix, ...control }: Frame & Control) {
  const made = useId()
  const id = control.id ?? made
  const described = [hint ? `${id}-hint` : null, error ? `${id}-error` : null].filter(Boolean).join(' ')
  const aria = {
    id,
    className: 'input',
    'aria-invalid': error ? true : undefined,
    'aria-describedby': described || undefined,
  }
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      {affix === undefined ? (
        renderControl(control, aria)
      ) : (
        <div className="field-affix">
          {renderControl(control, aria)}
          {affix}
        </div>
      )}
      {hint ? (
        <p className="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      ) : null}
      {error ? (
        <p className="field-error" id={`${id}-error`}>
          {error}
        </p>
      ) : null}
    </div>
  )
}

type Aria = { id: string; className: string; 'aria-invalid': boolean | undefined; 'aria-describedby': string | undefined }

function renderControl(control: Control, aria: Aria): ReactNode {
  if (control.as === 'textarea') {
    const { as: _, ...rest } = control
    return <textarea {...rest} {...aria} />
  }
  if (control.as === 'select') {
    const { as: _, options, ...rest } = control
    return (
      <select {...rest} {...aria}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    )
  }
  const { as: _, ...rest } = control
  return <input {...rest} {...aria} />
}

type ChoiceProps = { label: ReactNode; name: string; error?: string | null | undefined } & ComponentProps<'input'>

export function Choice({ label, error, type = 'checkbox', ...input }: ChoiceProps) {
  const id = useId()
  return (
    <label className="choice">
      <input {...input} type={type} aria-invalid={error ? true : undefined} aria-describedby={error ? id : undefined} />
      <span>{label}</span>
      {error ? (
        <span className="field-error" id={id}>
          {error}
        </span>
      ) : null}
    </label>
  )
}

/** A setting that takes effect at once. */
export function Switch({ label, ...input }: { label: ReactNode; name: string } & ComponentProps<'input'>) {
  return (
    <label className="switch">
      <span>{label}</span>
      <input {...input} type="checkbox" role="switch" />
    </label>
  )
}
