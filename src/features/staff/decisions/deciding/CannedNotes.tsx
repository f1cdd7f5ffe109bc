import { Button } from '#ui/Button.tsx'

type Props = { notes: readonly string[]; choose(words: string): void }

/**
 * Ready sentences for the note, each a touch; the keyboard has them by the arrows in the empty
 * field, without a stop more.
 */
export function CannedNotes({ notes, choose }: Props) {
  return (
    <ul className="cluster" aria-label="Ready sentences">
      {notes.map((words) => (
        <li key={words}>
          <Button variant="quiet" size="small" tabIndex={-1} onClick={() => choose(words)}>
            {words}
          </Button>
        </li>
      ))}
    </ul>
  )
}

/** What the arrow puts in the place of what stands there: nothing where that is somebody's own. */
export function nextNote(notes: readonly string[], now: string, key: string): string | null {
  const step = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0
  const all = ['', ...notes]
  const at = all.indexOf(now)
  if (step === 0 || at < 0 || notes.length === 0) return null
  return all[(at + step + all.length) % all.length] ?? null
}
