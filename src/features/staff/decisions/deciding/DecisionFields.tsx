import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import type { Answer } from '#api/contract.ts'
import { useKeys } from '#core/accounts/on-screen/use-keys.ts'
import { useForm } from '#ui/ActionForm.tsx'
import { Field, TextField } from '#ui/Field.tsx'
import { textIn, valueOf } from '#ui/form-answer.ts'
import { SelectField } from '#ui/SelectField.tsx'
import { useIsAlive } from '#ui/use-seeded.ts'
import {
  type Act,
  actTable,
  MAX_DAYS,
  MAX_NOTE,
  policies,
  type Policy,
  policyOf,
  severities,
  type Severity,
  severityTable,
  type TextPart,
} from '../decisions.ts'
import { notesOf } from './canned-notes.ts'
import { CannedNotes, nextNote } from './CannedNotes.tsx'
import type { getAdvice, Hideable } from './decide.contract.ts'
import { PhotoChoice } from './PhotoChoice.tsx'
import styles from './DecisionForm.module.css'

const NOTE_HINT = 'On which facts it rests. The member reads it; never say who reported.'

export type DecisionFieldsProps = {
  allowed: readonly Act[]
  advice: Answer<typeof getAdvice> | null
  /**
   * Of which one can be hidden; without them, the act is about a photo that is shown, or not
   * offered.
   */
  photos: readonly Hideable[]
  /** The text or photo that it is about, where it is not the account or what the task says. */
  about?: { kind: 'photo' | TextPart; id: number } | undefined
  /** The rule and severity that are chosen first. */
  first?: { policy: Policy; severity: Severity } | undefined
  task: number | null
}

/** What is decided: what is recommended is chosen, and a number chooses something else. */
export function DecisionFields({
  allowed,
  advice,
  photos,
  about,
  first,
  task,
}: DecisionFieldsProps) {
  const { values, errors } = useForm()
  const isAlive = useIsAlive()
  const fields = useRef<HTMLFieldSetElement>(null)
  const days = useRef<HTMLInputElement>(null)
  const note = useRef<HTMLTextAreaElement>(null)
  const id = useId()
  const given = (name: string) => valueOf(values, name)
  const isTyped = useRef(given('days') !== '')
  const [policy, setPolicy] = useState(
    () => (given('policy') || (first?.policy ?? 'none')) as Policy,
  )
  const [severity, setSeverity] = useState(
    () => (given('severity') || (first?.severity ?? 'low')) as Severity,
  )
  const recommended = advice?.bySeverity.find((one) => one.severity === severity)
  /** Null: what is recommended, of whatever severity is chosen. */
  const [chosen, setChosen] = useState<Act | null>(() => (given('act') || null) as Act | null)
  const act = chosen ?? (recommended && allowed.includes(recommended.act) ? recommended.act : null)
  // What was chosen before the script was there counts.
  useLayoutEffect(() => {
    const early = fields.current?.form
    if (!early) return
    const data = new FormData(early)
    const earlyAct = textIn(data, 'act')
    if (earlyAct !== '' && earlyAct !== act) setChosen(earlyAct as Act)
    setPolicy((textIn(data, 'policy') || policy) as Policy)
    setSeverity((textIn(data, 'severity') || severity) as Severity)
    if (days.current && days.current.value !== days.current.defaultValue) isTyped.current = true
    // Once, as the page comes.
  }, [])
  // With another recommendation come its days, unless others were typed.
  useEffect(() => {
    if (days.current && !isTyped.current) days.current.value = String(recommended?.days ?? '')
  }, [recommended?.days])
  const choose = (index: number) => () => {
    const next = allowed[index]
    // Nor where the form is folded away.
    if (next === undefined || !fields.current?.checkVisibility()) return false
    setChosen(next)
    fields.current.focus()
    return true
  }
  useKeys(Object.fromEntries(allowed.map((_, index) => [String(index + 1), choose(index)])))
  const canned = isAlive ? notesOf(policy) : []
  const texts =
    advice?.texts ??
    // A form that was refused knows no texts of the member, and keeps the one that was chosen.
    (given('text') === '' ? [] : [{ name: given('text'), label: given('text').replace(/~.*/, '') }])
  const standing =
    advice?.given ??
    (given('reverses') === ''
      ? []
      : [{ id: Number(given('reverses')), label: 'The decision that was chosen' }])

  return (
    <>
      {advice === null ? null : (
        <div>
          <p>
            What counts already: <strong>{advice.before}</strong>. Recommended for a breach:
          </p>
          <ul>
            {advice.bySeverity.map(({ severity: of, arithmetic }) => (
              <li key={of} className={of === severity ? styles['advised'] : undefined}>
                {severityTable[of].label}: {arithmetic}
              </li>
            ))}
          </ul>
        </div>
      )}
      <fieldset
        ref={fields}
        className={styles['acts']}
        tabIndex={-1}
        aria-describedby={`${id}-act-error`}
      >
        <legend className="field-label">What to do</legend>
        {allowed.map((one, index) => (
          <label key={one} className="choice">
            <input
              type="radio"
              name="act"
              value={one}
              required
              checked={act === one}
              onChange={() => setChosen(one)}
            />
            <span>
              <kbd>{index + 1}</kbd> {actTable[one].label}
              {recommended?.act === one ? <span className="muted"> · recommended</span> : null}
            </span>
          </label>
        ))}
        <p className="field-error" id={`${id}-act-error`}>
          {errors['act']}
        </p>
      </fieldset>
      {photos.length === 0 ? null : <PhotoChoice photos={photos} task={task} />}
      {about !== undefined || !allowed.includes('removeText') || texts.length === 0 ? null : (
        <div className={styles['text']}>
          <SelectField
            name="text"
            label="Which text to remove"
            hint="Instead of a username, the member gets a generated one."
            options={[
              { value: '', label: 'None' },
              ...texts.map(({ name, label }) => ({ value: name, label })),
            ]}
          />
        </div>
      )}
      {!allowed.includes('restore') || standing.length === 0 ? null : (
        <div className={styles['reverses']}>
          <SelectField
            name="reverses"
            label="What to give back"
            hint="With it go the strikes that it gave."
            options={[
              {
                value: '',
                label: `The latest about ${about === undefined ? 'the account' : 'this'}`,
              },
              ...standing.map((one) => ({ value: String(one.id), label: one.label })),
            ]}
          />
        </div>
      )}
      <SelectField
        name="policy"
        label="Rule"
        defaultValue={policy}
        onChange={(event) => setPolicy(event.currentTarget.value as Policy)}
        options={policies.map((one) => ({ value: one, label: policyOf(one).label }))}
      />
      {policy === 'none' ? null : <p className={styles['rule']}>{policyOf(policy).text}</p>}
      <SelectField
        name="severity"
        label="Severity"
        defaultValue={severity}
        onChange={(event) => setSeverity(event.currentTarget.value as Severity)}
        options={severities.map((one) => ({
          value: one,
          label: `${severityTable[one].label}: counts ${severityTable[one].weight}`,
        }))}
      />
      {allowed.some((one) => actTable[one].lasts) ? (
        <div className={styles['days']}>
          <Field
            ref={days}
            name="days"
            label="Days"
            hint="Of a limit or a suspension alone."
            type="number"
            min="1"
            max={MAX_DAYS}
            // Hidden then: what is wrong in it must hold nothing up.
            disabled={isAlive && act !== null && !actTable[act].lasts}
            onChange={() => {
              isTyped.current = true
            }}
            {...(recommended?.days == null ? {} : { defaultValue: String(recommended.days) })}
          />
        </div>
      ) : null}
      <div className={styles['scope']}>
        <SelectField
          name="scope"
          label="Where the suspension or closure holds"
          defaultValue="network"
          options={[
            { value: 'network', label: 'On all sites' },
            { value: 'brand', label: 'On the site that it is about alone' },
          ]}
        />
      </div>
      <TextField
        ref={note}
        name="note"
        label="Note to the member"
        hint={
          canned.length === 0
            ? NOTE_HINT
            : `${NOTE_HINT} In the empty field, the arrows up and down put in a ready sentence.`
        }
        most={MAX_NOTE}
        rows={4}
        onKeyDown={(event) => {
          const words = nextNote(canned, event.currentTarget.value, event.key)
          if (words === null) return
          event.preventDefault()
          event.currentTarget.value = words
        }}
      />
      {canned.length === 0 ? null : (
        <CannedNotes
          notes={canned}
          choose={(words) => {
            if (note.current) note.current.value = words
          }}
        />
      )}
      <TextField name="internalNote" label="Note for staff" most={MAX_NOTE} rows={2} />
    </>
  )
}
