import { type ReactNode, type SubmitEvent, useRef, useState } from 'react'
import { useKeys } from '#core/accounts/on-screen/use-keys.ts'
import { Button } from '#ui/Button.tsx'
import { textIn } from '#ui/form-answer.ts'
import styles from './PictureVerdict.module.css'

/** Why a picture is refused, by the value on the wire. */
export type PictureReasons = ReadonlyArray<{ value: string; label: string; hint?: string }>

type Props = {
  action: string
  /** What the form says besides the verdict. */
  hidden: Readonly<Record<string, string | number>>
  /** What may be approved; null where it cannot be. */
  approve: string | null
  reasons: PictureReasons
  send(verdict: string): void
  children?: ReactNode
}

/** Approves a picture, or refuses it for a reason that its owner reads: by a key each. */
export function PictureVerdict({ action, hidden, approve, reasons, send, children }: Props) {
  const [isArmed, setArmed] = useState(false)
  const reason = useRef<HTMLButtonElement>(null)
  const reasonKeys = Object.fromEntries(
    reasons.map(({ value }, index) => [String(index + 1), () => send(value)]),
  )
  useKeys(
    {
      a: () => (approve === null ? false : send('approve')),
      r() {
        setArmed(true)
        reason.current?.focus()
      },
      ...(isArmed ? reasonKeys : {}),
    },
    isArmed,
  )
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const { submitter } = event.nativeEvent
    const verdict = textIn(new FormData(event.currentTarget, submitter), 'verdict')
    if (verdict !== '') send(verdict)
  }
  return (
    <form className="form" method="post" action={action} onSubmit={submit}>
      {Object.entries(hidden).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children}
      {approve === null ? null : (
        <p>
          <Button type="submit" name="verdict" value="approve">
            {approve} <kbd>A</kbd>
          </Button>
        </p>
      )}
      <fieldset
        className={styles['reasons']}
        onBlur={({ currentTarget, relatedTarget }) => {
          if (!currentTarget.contains(relatedTarget)) setArmed(false)
        }}
      >
        <legend className="field-label">
          Refuse <kbd>R</kbd>, then the reason, which its owner reads
        </legend>
        {reasons.map(({ value, label, hint }, index) => (
          <Button
            key={value}
            ref={index === 0 ? reason : undefined}
            type="submit"
            variant="quiet"
            size="small"
            name="verdict"
            value={value}
          >
            <kbd>{index + 1}</kbd> {label}{' '}
            {hint === undefined ? null : <span className="muted">{hint}</span>}
          </Button>
        ))}
      </fieldset>
    </form>
  )
}
