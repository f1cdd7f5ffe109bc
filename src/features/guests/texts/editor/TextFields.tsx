import { useForm } from '#ui/ActionForm.tsx'
import { Chips } from '#ui/Chips.tsx'
import { Field, TextField } from '#ui/Field.tsx'
import { type FormValues, valueOf, valuesOf } from '#ui/form-answer.ts'
import { SelectField } from '#ui/SelectField.tsx'
import { useIsAlive } from '#ui/use-seeded.ts'
import { useStore } from '#ui/use-store.ts'
import { lengthInWords, lengthOf } from './shown-length.ts'
import { $typed } from './text-editor.store.ts'
import type { FieldOrGroup, TextField as OneField } from './text-fields.ts'
import styles from './TextEditor.module.css'

/** The fields of the front matter's schema. */
export function TextFields({
  parts,
  values,
}: {
  parts: readonly FieldOrGroup[]
  values: FormValues
}) {
  const { errors } = useForm()
  return parts.map((part) =>
    part.type === 'field' ? (
      <MatterField key={part.name} field={part} values={values} />
    ) : (
      <fieldset
        key={part.name}
        className={`${styles['group']} ${part.type === 'list' ? styles['list'] : ''}`}
      >
        <legend className="field-label">{part.label}</legend>
        {part.hint === undefined ? null : <p className="field-hint">{part.hint}</p>}
        {errors[part.name] === undefined ? null : (
          <p className="field-error">{errors[part.name]}</p>
        )}
        <TextFields parts={part.parts} values={values} />
      </fieldset>
    ),
  )
}

/** How many characters stand in a field of which others show so many. */
function Counter({ name, value, shown }: { name: string; value: string; shown: number }) {
  const typed = useStore($typed, { ssr: 'initial' })
  const isAlive = useIsAlive()
  // Without script it would say what was, not what is typed.
  if (!isAlive) return null
  const length = lengthOf(name in typed ? valueOf(typed, name) : value)
  const isCut = length > shown
  return (
    <p
      className={isCut ? styles['cut'] : 'field-hint'}
      // Said once, when it is passed.
      role={isCut ? 'status' : undefined}
    >
      {lengthInWords(length, shown)}
    </p>
  )
}

function MatterField({ field, values }: { field: OneField; values: FormValues }) {
  const { name, shown } = field
  const input = <MatterInput field={field} values={values} />
  if (shown === undefined) return input
  return (
    <div className={styles['counted']}>
      {input}
      <Counter name={name} value={valueOf(values, name)} shown={shown} />
    </div>
  )
}

function MatterInput({ field, values }: { field: OneField; values: FormValues }) {
  const { name, control, required, most } = field
  const value = valueOf(values, name)
  const hint = [field.hint ?? '', most === undefined ? '' : `At most ${most} characters.`]
    .filter(Boolean)
    .join(' ')
  const frame = {
    name,
    label: required ? field.label : `${field.label} (optional)`,
    ...(hint === '' ? {} : { hint }),
  }
  const limit = most === undefined ? {} : { most }
  if (control === 'choices')
    return <Chips {...frame} options={field.options} defaultValue={valuesOf(values, name)} />
  if (control === 'choice') {
    const none =
      required && value !== '' ? [] : [{ value: '', label: required ? 'Please choose' : 'None' }]
    return (
      <SelectField
        {...frame}
        required={required}
        defaultValue={value}
        options={[...none, ...field.options]}
      />
    )
  }
  if (control === 'words')
    return <TextField {...frame} {...limit} required={required} defaultValue={value} />
  const number = { inputMode: 'numeric', pattern: '-?[0-9]{1,15}' } as const
  return (
    <Field
      {...frame}
      {...limit}
      {...(control === 'number' ? number : {})}
      type={control === 'date' ? 'date' : 'text'}
      required={required}
      defaultValue={value}
    />
  )
}
