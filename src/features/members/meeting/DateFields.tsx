import { useForm } from '#ui/ActionForm.tsx'
import { Field, Radio, TextField } from '#ui/Field.tsx'
import { Tick } from '#ui/Tick.tsx'
import type { DateLink } from './dates.contract.ts'
import { DAYS_AHEAD, hoursAfter, MAX_NOTE, MAX_PLACE } from './dates.ts'
import styles from './SharedDates.module.css'

const hours = hoursAfter
  .toSorted((a, b) => a - b)
  .map((count) => ({ value: String(count), label: `${count} hours after it begins` }))

/** What a link about a date shows. `link`: as it is at present. */
export function DateFields({
  siteName,
  named,
  link = null,
}: {
  siteName: string
  named: string
  link?: DateLink | null
}) {
  const { values } = useForm()
  // A refused form says of a box only that it was ticked.
  const isTicked = (name: 'showsName' | 'showsPhoto' | 'showsBrand' | 'checkIn') =>
    values['place'] === undefined ? (link?.[name] ?? false) : values[name] !== undefined
  return (
    <>
      <Field
        name="place"
        label="Where"
        most={MAX_PLACE}
        required
        autoComplete="off"
        defaultValue={link?.place ?? ''}
      />
      <Field
        name="meetsAt"
        type="datetime-local"
        label="When"
        hint={`Your own time, at most ${DAYS_AHEAD} days ahead.`}
        required
        defaultValue={link?.meetsAt ?? ''}
      />
      <TextField
        name="note"
        label="Note"
        hint="What your friend should know: when you will call, what you wear."
        most={MAX_NOTE}
        rows={3}
        defaultValue={link?.note ?? ''}
      />
      <Radio
        name="hours"
        label="The link ends by itself"
        options={hours}
        defaultValue={String(link?.hours ?? hoursAfter[0])}
        className={styles['hours']}
      />
      <fieldset className={styles['shows']}>
        <legend>It also shows</legend>
        <Tick
          name="showsName"
          label={`The username of ${named}`}
          defaultChecked={isTicked('showsName')}
        />
        <Tick
          name="showsPhoto"
          label="Their first photo"
          hint="Only one that all members can see."
          defaultChecked={isTicked('showsPhoto')}
        />
        <Tick
          name="showsBrand"
          label={`The name ${siteName}`}
          hint="Beside the username. Without it the page names no site, but the address of the link does."
          defaultChecked={isTicked('showsBrand')}
        />
      </fieldset>
      <Tick
        name="checkIn"
        label="Ask me by mail whether I am back"
        hint="An hour before the link ends. Nobody else is told."
        defaultChecked={isTicked('checkIn')}
      />
    </>
  )
}
