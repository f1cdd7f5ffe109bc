import { useId } from 'react'

type Props = { notes: readonly string[]; choose(words: string): void }

/** Ready sentences for a note: the one that is chosen fills the field, where it can be edited. */
export function CannedNotes({ notes, choose }: Props) {
  const id = useId()
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        A ready sentence for the note
      </label>
      <select
        className="input"
        id={id}
        defaultValue=""
        onChange={({ currentTarget }) => choose(currentTarget.value)}
      >
        <option value="" disabled>
          Choose one …
        </option>
        {notes.map((words) => (
          <option key={words}>{words}</option>
        ))}
      </select>
    </div>
  )
}
