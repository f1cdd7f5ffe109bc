import { type ComponentProps, useState } from 'react'
import { FieldFrame, type FieldText, useField } from './Field.tsx'
import { useIsAlive } from './use-seeded.ts'

/** With a button that shows what was typed, where there is script. */
export function PasswordField({
  name,
  label,
  hint,
  ...rest
}: FieldText & Omit<ComponentProps<'input'>, 'type' | 'defaultValue'>) {
  const { id, error, control } = useField({ name, label, hint }, undefined)
  const isAlive = useIsAlive()
  const [isShown, setShown] = useState(false)
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error}>
      <div className="field-affix">
        <input {...rest} {...control} type={isShown ? 'text' : 'password'} />
        {isAlive ? (
          <button
            type="button"
            aria-label="Show password"
            aria-pressed={isShown}
            aria-controls={id}
            onClick={() => setShown(!isShown)}
          >
            {isShown ? 'Hide' : 'Show'}
          </button>
        ) : null}
      </div>
    </FieldFrame>
  )
}
