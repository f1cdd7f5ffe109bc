import { Submit } from '#ui/ActionForm.tsx'
import { Button, ButtonLink } from '#ui/Button.tsx'
import type { FormValues } from '#ui/form-answer.ts'
import { useIsAlive } from '#ui/use-seeded.ts'
import { editorPage } from '../pages.ts'
import { takeTheirs } from './text-conflict.store.ts'
import type { TextConflict } from './text-editor.store.ts'
import type { DiffPart } from './word-diff.ts'
import styles from './TextEditor.module.css'

/** Somebody else saved the text meanwhile: both, what is different, and which of them goes on. */
export function TwoTexts({
  conflict: { by, basis, differences },
  path,
  present,
}: {
  conflict: TextConflict
  path: string
  /** What is typed by now. */
  present(): FormValues
}) {
  const isAlive = useIsAlive()
  return (
    <section className={styles['conflict']} aria-label="Two texts">
      <p>
        {`Both are here: yours is still in the fields below, and that of ${by === '' ? 'the other' : by} is saved${basis === '' ? '' : ` as No. ${basis}`}. `}
        <del>Struck out</del> stands in theirs alone, <ins>underlined</ins> in yours alone.
      </p>
      {differences.length === 0 ? <p>They are word for word the same.</p> : null}
      {differences.map(({ label, mine, theirs, parts }) => (
        <article key={label}>
          <h2>{label}</h2>
          {/* Long ones scroll, by the keyboard as well. */}
          <section
            className={styles['difference']}
            aria-label={`What is different: ${label}`}
            tabIndex={0}
          >
            {parts.map(partInWords)}
          </section>
          <details>
            <summary>Both as a whole</summary>
            <div className={styles['both']}>
              <div>
                <h3>Yours</h3>
                <pre tabIndex={0}>{mine}</pre>
              </div>
              <div>
                <h3>Theirs</h3>
                <pre tabIndex={0}>{theirs}</pre>
              </div>
            </div>
          </details>
        </article>
      ))}
      <p className="cluster">
        <Submit variant="soft" name="over" value={basis}>
          Take mine: save it over theirs
        </Submit>
        {isAlive ? (
          <Button variant="quiet" onClick={() => takeTheirs(present())}>
            Take theirs
          </Button>
        ) : (
          <ButtonLink variant="quiet" href={editorPage(path)}>
            Take theirs
          </ButtonLink>
        )}
      </p>
    </section>
  )
}

function partInWords({ words, change }: DiffPart, index: number) {
  if (change === 'added') return <ins key={index}>{words}</ins>
  if (change === 'removed') return <del key={index}>{words}</del>
  return <span key={index}>{words}</span>
}
