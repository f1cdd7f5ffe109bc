import { type ComponentProps, type ReactNode, useId } from 'react'
import './tick.css'

type Props = { label: ReactNode; hint?: ReactNode } & ComponentProps<'input'>

/** A checkbox, or with `type` a radio button, with a label and a sentence of what it means. */
export function Tick({ label, hint, className = '', type = 'checkbox', ...rest }: Props) {
  const id = useId()
  return (
    <div className={`tick ${className}`}>
      <input
        {...rest}
        type={type}
        id={id}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
      />
      <label htmlFor={id}>{label}</label>
      {hint === undefined ? null : (
        <p className="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  )
}
