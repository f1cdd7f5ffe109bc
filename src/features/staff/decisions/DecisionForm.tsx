import {
  type ComponentProps,
  type KeyboardEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import type { Answer } from '../../../api/contract.ts'
import { ActionForm, Submit, useForm } from '../../../ui/ActionForm.tsx'
import { withBoundary } from '../../../ui/Boundary.tsx'
import { Field, TextField } from '../../../ui/Field.tsx'
import { textIn, valueOf } from '../../../ui/form-answer.ts'
import { SelectField } from '../../../ui/SelectField.tsx'
import { useKeys } from '../../core/accounts/use-keys.ts'
import { goOn } from '../../core/tasks/desk.store.ts'
import { Veiled } from '../../core/tasks/Veiled.tsx'
import type { getAdvice, Hideable } from './decide.contract.ts'
import { decide } from './deciding.store.ts'
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
} from './decisions.ts'
import styles from './DecisionForm.module.css'

type Advice = Answer<typeof getAdvice>
export type DecisionProps = {
  /** Of one press of the button; what is sent again with it decides once. */
  formKey: string
  /** About whom, unless the task says so. */
  accountId?: number | undefined
  taskId?: number | undefined
  allowed: readonly Act[]
  advice: Advice | null
  /** Of which one can be hidden; without them, the act is about `photoKey` or `about`, or not offered. */
  photos?: readonly Hideable[]
  /** The text or photo that it is about, where it is not the account or what the task says. */
  about?: { kind: 'photo' | TextPart; id: number } | undefined
  /** Of the photo as it is shown. */
  photoKey?: string | undefined
  /** The rule and severity that are chosen first. */
  first?: { policy: Policy; severity: Severity }
  refused?: NonNullable<ComponentProps<typeof ActionForm>['refused']> | null
}

/** A decision: what is recommended is chosen, the words of the rule stand beside it, and a number chooses the act. */
export const DecisionForm = withBoundary(Region)

const nothing: readonly Hideable[] = []

function Region({
  formKey,
  accountId,
  taskId,
  allowed,
  advice,
  photos = nothing,
  about,
  photoKey,
  first,
  refused = null,
}: DecisionProps) {
  const send = async (fields: FormData) => {
    const { next } = await decide(fields)
    await goOn(next)
  }
  const enter = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    const { target } = event
    if (target instanceof Element) target.closest('form')?.requestSubmit()
  }
  const isOfPhoto = photos.length > 0 || photoKey !== undefined || about?.kind === 'photo'
  const offered = isOfPhoto ? allowed : allowed.filter((act) => act !== 'hidePhoto')
  const hidden = {
    key: formKey,
    taskId,
    photoKey,
    accountId,
    about: about?.kind,
    aboutId: about?.id,
  }
  return (
    <div onKeyDown={enter}>
      <ActionForm
        className={`form ${styles['form']}`}
        action="/staff/decide"
        send={send}
        refused={refused}
        actions={
          <p>
            <Submit>Decide</Submit>{' '}
            <span className="muted">You can take it back for ten seconds.</span>
          </p>
        }
      >
        {Object.entries(hidden).map(([name, value]) =>
          value === undefined ? null : <input key={name} type="hidden" name={name} value={value} />,
        )}
        <Fields {...{ advice, photos, about, first }} allowed={offered} task={taskId ?? null} />
      </ActionForm>
    </div>
  )
}

type FieldsProps = Pick<DecisionProps, 'allowed' | 'advice' | 'about' | 'first'> & {
  photos: readonly Hideable[]
  task: number | null
}

function Fields({ allowed, advice, photos, about, first, task }: FieldsProps) {
  const { values, errors } = useForm()
  const fields = useRef<HTMLFieldSetElement>(null)
  const id = useId()
  const given = (name: string) => valueOf(values, name)
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
    // Once, as the page comes.
  }, [])
  const choose = (index: number) => () => {
    const next = allowed[index]
    // Nor where the form is folded away.
    if (next === undefined || !fields.current?.checkVisibility()) return false
    setChosen(next)
    fields.current.focus()
    return true
  }
  useKeys(Object.fromEntries(allowed.map((_, index) => [String(index + 1), choose(index)])))
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
      <p className={styles['rule']}>{policyOf(policy).text}</p>
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
            // With another recommendation come its days.
            key={recommended?.days}
            name="days"
            label="Days"
            hint="Of a limit or a suspension alone."
            type="number"
            min="1"
            max={MAX_DAYS}
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
        name="note"
        label="Note to the member"
        hint="On which facts it rests. The member reads it; never say who reported."
        most={MAX_NOTE}
        rows={4}
      />
      <TextField name="internalNote" label="Note for staff" most={MAX_NOTE} rows={2} />
    </>
  )
}

/** Which photo to hide, of small pictures. */
function PhotoChoice({ photos, task }: { photos: readonly Hideable[]; task: number | null }) {
  const { values, errors } = useForm()
  return (
    <div className={styles['photos']}>
      <Veiled task={task}>
        <fieldset>
          <legend className="field-label">Which photo to hide</legend>
          <ul>
            {photos.map(({ name, label, src }) => (
              <li key={name}>
                <label className="choice">
                  <input
                    type="radio"
                    name="photo"
                    value={name}
                    defaultChecked={name === valueOf(values, 'photo')}
                  />
                  <span>{label}</span>
                  {src === null ? (
                    <span className="muted">The file of this photo is missing.</span>
                  ) : (
                    <img src={src} alt="" />
                  )}
                </label>
              </li>
            ))}
          </ul>
          <p className="field-error">{errors['photo']}</p>
        </fieldset>
      </Veiled>
    </div>
  )
}
