import { type ComponentProps, type ReactNode, useId, useState } from 'react'
import { lengthLimit } from '../lib/texts.ts'
import { useForm } from './ActionForm.tsx'
import { valueOf } from './form-answer.ts'

export type FieldText = { name: string; label: ReactNode; hint?: ReactNode }
type Option = { value: string; label: string }

/** What all fields share: label, hint, the form's error, and the value of a refused post. */
export function useField({ name, hint }: FieldText, otherwise: string | undefined) {
  const id = useId()
  const { errors, values } = useForm()
  const error = errors[name]
  return {
    id,
    error,
    control: {
      id,
      name,
      className: 'input',
      defaultValue: valueOf(values, name, otherwise),
      'aria-invalid': error === undefined ? undefined : true,
      'aria-describedby': `${hint === undefined ? '' : `${id}-hint `}${id}-error`,
    },
  }
}

export function FieldFrame({
  id,
  label,
  hint,
  error,
  children,
}: Omit<FieldText, 'name'> & { id: string; error: string | undefined; children: ReactNode }) {
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      {children}
      {hint === undefined ? null : (
        <p className="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <p className="field-error" id={`${id}-error`}>
        {error}
      </p>
    </div>
  )
}

/** `most`: characters as the server counts them. */
export function Field({
  name,
  label,
  hint,
  most,
  defaultValue,
  ...rest
}: FieldText & { most?: number; defaultValue?: string } & Omit<
    ComponentProps<'input'>,
    'defaultValue'
  >) {
  const { id, error, control } = useField({ name, label, hint }, defaultValue)
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error}>
      <input {...rest} {...control} {...(most === undefined ? {} : limitOf(most))} />
    </FieldFrame>
  )
}

/** There is no document on the server, and no area where it comes only now. */
type Page = { document?: Document }
type Area = HTMLTextAreaElement | null

/**
 * What is in a text area before hydration: React writes the text that the server sent over what was
 * typed, unless it is told another one. `id` is the area's, by `useId`.
 */
export function useEarlyText(id: string, otherwise: string): string {
  const [early] = useState(() => ((globalThis as Page).document?.getElementById(id) as Area)?.value)
  return early ?? otherwise
}

export function TextField({
  name,
  label,
  hint,
  most,
  defaultValue,
  ...rest
}: FieldText & { most?: number; defaultValue?: string } & Omit<
    ComponentProps<'textarea'>,
    'defaultValue'
  >) {
  const { id, error, control } = useField({ name, label, hint }, defaultValue)
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error}>
      <textarea
        {...rest}
        {...control}
        {...(most === undefined ? {} : limitOf(most))}
        defaultValue={useEarlyText(id, control.defaultValue)}
      />
    </FieldFrame>
  )
}

export function Radio({
  name,
  label,
  options,
  defaultValue,
  className,
  required,
  autoFocus,
}: Omit<FieldText, 'hint'> & {
  options: readonly Option[]
  defaultValue?: string
  className?: string | undefined
  required?: boolean
  /** Its first option takes the focus. */
  autoFocus?: boolean
}) {
  const id = useId()
  const { errors, values } = useForm()
  const chosen = valueOf(values, name, defaultValue)
  return (
    <fieldset className="field" aria-describedby={`${id}-error`}>
      <legend className="field-label">{label}</legend>
      <div className={className}>
        {options.map(({ value, label: text }, index) => (
          <label key={value} className="choice">
            <input
              type="radio"
              name={name}
              value={value}
              required={required}
              autoFocus={autoFocus && index === 0}
              defaultChecked={value === chosen}
            />
            <span>{text}</span>
          </label>
        ))}
      </div>
      <p className="field-error" id={`${id}-error`}>
        {errors[name]}
      </p>
    </fieldset>
  )
}

function limitOf(most: number) {
  const { maxlength, ...limit } = lengthLimit(most)
  return { maxLength: maxlength, ...limit }
}
