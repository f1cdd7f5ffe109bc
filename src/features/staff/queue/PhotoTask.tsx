import { type SubmitEvent, useRef, useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { textIn } from '../../../ui/form-answer.ts'
import { useKeys } from '../../core/accounts/use-keys.ts'
import { pictureIn } from '../../core/tasks/tasks.ts'
import { policyOf, severityTable } from '../decisions/decisions.ts'
import { photoVerdicts, type PhotoVerdict, refusalReasons } from '../decisions/refusal-reasons.ts'
import { judge } from './console.store.ts'
import type { Room } from './console.ts'
import type { TaskPhoto } from './PhotoView.tsx'
import styles from './Console.module.css'

type Props = { queue: Room; taskId: number; photo: TaskPhoto }

/** Approves a new photo, or refuses it for a reason: by a key each. */
export function PhotoTask({ queue, taskId, photo }: Props) {
  const [isArmed, setArmed] = useState(false)
  const reason = useRef<HTMLButtonElement>(null)
  const { key, description, rules, isPrivate } = photo
  const send = (verdict: PhotoVerdict) => void judge(taskId, key, verdict)
  const reasonKeys = Object.fromEntries(
    refusalReasons.map(({ value }, index) => [String(index + 1), () => send(value)]),
  )
  useKeys(
    {
      a: () => send('approve'),
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
    const said = photoVerdicts.find((one) => one === verdict)
    if (said !== undefined) send(said)
  }
  return (
    <form className="form" method="post" action="/staff/judgePhoto" onSubmit={submit}>
      <input type="hidden" name="queue" value={queue} />
      <input type="hidden" name="id" value={taskId} />
      <input type="hidden" name="key" value={key} />
      {description === '' ? null : <p>Described as: {description}</p>}
      <p className="muted">
        {rules === null
          ? 'Its owner was not asked whom it shows: it is older than that question.'
          : `Its owner has confirmed whom their photos show, by the rules of ${rules}.`}
      </p>
      {pictureIn(queue) === 'viewOnce' ? (
        <p>
          Sent in a conversation, to be seen <strong>once, by one person</strong>. Nobody sees it
          before it is approved; refused, it is kept for an objection, and then deleted.
        </p>
      ) : isPrivate ? (
        <p>
          <strong>Private</strong>: for those alone whom its owner allows.
        </p>
      ) : null}
      <p>
        <Button type="submit" name="verdict" value="approve">
          Approve <kbd>A</kbd>
        </Button>
      </p>
      <fieldset
        className={styles['reasons']}
        onBlur={({ currentTarget, relatedTarget }) => {
          if (!currentTarget.contains(relatedTarget)) setArmed(false)
        }}
      >
        <legend className="field-label">
          Refuse <kbd>R</kbd>, then the reason, which its owner reads
        </legend>
        {refusalReasons.map(({ value, label, policy, severity }, index) => (
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
            <span className="muted">
              {policyOf(policy).counts === false
                ? 'counts nothing'
                : `counts ${severityTable[severity].weight}`}
            </span>
          </Button>
        ))}
      </fieldset>
    </form>
  )
}
