import { type KeyboardEvent, type RefObject, useId, useRef, useState } from 'react'
import { useForm } from '#ui/ActionForm.tsx'
import { useEarlyText } from '#ui/Field.tsx'
import { useIsAlive } from '#ui/use-seeded.ts'
import type { TextWords } from '../text-words.ts'
import type { MarkdownEdit, MarkdownShape, Selected } from './markdown-edits.ts'
import styles from './TextEditor.module.css'

const shapes: ReadonlyArray<[MarkdownShape, string]> = [
  ['heading', 'Heading'],
  ['subheading', 'Subheading'],
  ['bold', 'Bold'],
  ['italic', 'Italic'],
  ['link', 'Link'],
  ['list', 'List'],
  ['numbers', 'Numbered list'],
  ['quote', 'Quote'],
]

const keys: Partial<Record<string, MarkdownShape>> = { b: 'bold', i: 'italic', k: 'link' }

type Area = RefObject<HTMLTextAreaElement | null>

const selectedIn = ({ value, selectionStart, selectionEnd }: HTMLTextAreaElement): Selected => ({
  value,
  start: selectionStart,
  end: selectionEnd,
})

type Edits = typeof import('./markdown-edits.ts')
let edits: Edits | undefined

/** Fetched when the field is entered: nobody shapes a text before. */
async function loadEdits(): Promise<Edits> {
  edits ??= await import('./markdown-edits.ts')
  return edits
}

function shape(
  area: HTMLTextAreaElement | null,
  change: (by: Edits, selected: Selected) => MarkdownEdit,
): void {
  if (!area) return
  // At once where it can be, so that it stands before what is typed next.
  if (edits) apply(area, change(edits, selectedIn(area)))
  else void loadEdits().then((loaded) => apply(area, change(loaded, selectedIn(area))))
}

/** As somebody types it, so that Undo takes it back. */
function apply(area: HTMLTextAreaElement, { start, end, text, select }: MarkdownEdit): void {
  area.focus()
  area.setSelectionRange(start, end)
  if (text === '' || !document.execCommand('insertText', false, text)) {
    area.setRangeText(text, start, end, 'end')
    area.dispatchEvent(new InputEvent('input', { bubbles: true }))
  }
  area.setSelectionRange(...select)
}

/** The Markdown, with buttons and keys that shape it. */
export function MarkdownField({
  area,
  label,
  required,
  most,
  value,
}: {
  area: Area
  label: string
  required: boolean
  most?: number
  value: string
}) {
  const id = useId()
  const early = useEarlyText(id, value)
  const isAlive = useIsAlive()
  const error = useForm().errors['body']
  const press = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const { currentTarget, key } = event
    if (event.altKey || event.shiftKey || event.nativeEvent.isComposing) return
    if (event.ctrlKey || event.metaKey) {
      const named = keys[key]
      if (named === undefined) return
      event.preventDefault()
      return shape(currentTarget, (by, selected) => by.shaped(named, selected))
    }
    const edit = key === 'Enter' ? edits?.continuedList(selectedIn(currentTarget)) : null
    if (!edit) return
    event.preventDefault()
    apply(currentTarget, edit)
  }
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {required ? label : `${label} (optional)`}
      </label>
      <p className="field-hint" id={`${id}-hint`}>
        Markdown: ## before a heading, an empty line between paragraphs, - before each part of a
        list, [words](/address) for a link.
        {most === undefined ? '' : ` At most ${most} characters.`}
      </p>
      <p className="field-error" id={`${id}-error`}>
        {error}
      </p>
      {isAlive ? <Toolbar area={area} /> : null}
      <textarea
        ref={area}
        className={`input ${styles['area']}`}
        id={id}
        name="body"
        required={required}
        defaultValue={early}
        aria-invalid={error === undefined ? undefined : true}
        aria-describedby={`${id}-hint ${id}-error`}
        onFocus={() => void loadEdits()}
        onKeyDown={press}
      />
    </div>
  )
}

/** One stop of the Tab key, with the arrows among the buttons. */
function Toolbar({ area }: { area: Area }) {
  const [at, setAt] = useState(0)
  const buttons = useRef<Array<HTMLButtonElement | null>>([])
  const move = (event: KeyboardEvent) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (by === undefined) return
    event.preventDefault()
    const next = (at + by + shapes.length) % shapes.length
    setAt(next)
    buttons.current[next]?.focus()
  }
  return (
    <div
      role="toolbar"
      aria-label="Shape of the text"
      className={styles['toolbar']}
      onKeyDown={move}
    >
      {shapes.map(([named, label], index) => (
        <button
          key={named}
          type="button"
          tabIndex={index === at ? 0 : -1}
          ref={(button) => {
            buttons.current[index] = button
          }}
          onFocus={() => setAt(index)}
          onClick={() => shape(area.current, (by, selected) => by.shaped(named, selected))}
        >
          {label}
        </button>
      ))}
    </div>
  )
}

/** What a brand fills in: a button puts it at the caret. */
export function WordList({
  area,
  words,
  isOfBrand,
}: {
  area: Area
  words: TextWords
  isOfBrand: boolean
}) {
  const isAlive = useIsAlive()
  const code = (text: string) =>
    isAlive ? (
      <button
        type="button"
        onClick={() => shape(area.current, (by, selected) => by.inserted(text, selected))}
      >
        <code>{text}</code>
      </button>
    ) : (
      <code>{text}</code>
    )
  return (
    <details className={styles['words']}>
      <summary>Words and parts that a brand fills in</summary>
      <p className="field-hint">
        {`A word in two braces is put in by each brand${isOfBrand ? '' : ', here as on the main one'}. One that says nothing on a brand cannot stand where that brand shows it.`}
      </p>
      <dl>
        {words.words.map(({ code: text, says }) => (
          <div key={text}>
            <dt>{code(text)}</dt>
            <dd>{says}</dd>
          </div>
        ))}
      </dl>
      <p className="field-hint">
        What stands between such a line and a line of <code>:::</code> is shown only where it holds.
        One line may name several.
      </p>
      <dl>
        {words.parts.map(({ code: text, where }) => (
          <div key={text}>
            <dt>{code(text)}</dt>
            <dd>{where}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
