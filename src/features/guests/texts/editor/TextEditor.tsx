import {
  type ComponentProps,
  type KeyboardEvent,
  lazy,
  Suspense,
  useEffect,
  useRef,
  useState,
} from 'react'
import { assertRefused } from '#api/client.ts'
import { ActionForm, Submit } from '#ui/ActionForm.tsx'
import { withBoundary } from '#ui/Boundary.tsx'
import { Field } from '#ui/Field.tsx'
import { valueOf } from '#ui/form-answer.ts'
import { fieldsOf } from '#ui/form-fields.ts'
import { useIsAlive, useSeeded } from '#ui/use-seeded.ts'
import { editorPage, historyPage, previewPage } from '../pages.ts'
import type { TextWords } from '../text-words.ts'
import { MarkdownField, WordList } from './MarkdownField.tsx'
import {
  $editor,
  bringBackMine,
  type EditorState,
  forgetUnsaved,
  note,
  saveDraft,
  seedEditor,
  showOn,
  wake,
} from './text-editor.store.ts'
import type { FieldOrGroup } from './text-fields.ts'
import { TextFields } from './TextFields.tsx'
import styles from './TextEditor.module.css'

type Props = {
  first: EditorState
  parts: readonly FieldOrGroup[]
  /** Of the Markdown; null where no page shows any. */
  body: { label: string; required: boolean; most?: number } | null
  /** None where a text has plain words alone. */
  words: TextWords | null
  /** It is one brand's. */
  isOfBrand: boolean
  status: string
  refused: ComponentProps<typeof ActionForm>['refused']
}

/** Only where there is script. */
const TextPreview = lazy(async () => ({
  default: (await import('./TextPreview.tsx')).TextPreview,
}))

/** Few texts are saved by two at once. */
const loadConflict = () => import('./text-conflict.store.ts')
const TwoTexts = import.meta.env.SSR
  ? (await import('./TwoTexts.tsx')).TwoTexts
  : lazy(async () => ({ default: (await import('./TwoTexts.tsx')).TwoTexts }))

/** A text being written, beside what the page will say. */
export const TextEditor = withBoundary(function TextEditor(props: Props) {
  const { first, parts, body, words, isOfBrand, status, refused = null } = props
  const editor = useSeeded($editor, first, seedEditor) ?? first
  const { path, basis, values, turn, isUnsaved, isRestored, hasDraft, conflict, putAside, brands } =
    editor
  const isAlive = useIsAlive()
  const [tab, setTab] = useState<'write' | 'preview'>('write')
  const form = useRef<HTMLFormElement>(null)
  const area = useRef<HTMLTextAreaElement>(null)
  const present = () => (form.current ? fieldsOf(new FormData(form.current)) : {})

  useEffect(() => wake(present()), [])
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (isUnsaved) event.preventDefault()
    }
    // A page from the back/forward cache may be older than the text saved from it.
    const come = ({ persisted }: PageTransitionEvent) => {
      if (persisted && !isUnsaved) location.reload()
    }
    addEventListener('beforeunload', ask)
    addEventListener('pageshow', come)
    return () => {
      removeEventListener('beforeunload', ask)
      removeEventListener('pageshow', come)
    }
  }, [isUnsaved])

  const send = async (sent: FormData) => {
    setTab('write')
    try {
      const said = await saveDraft(fieldsOf(sent))
      // A new text has its own address by now.
      history.replaceState(null, '', editorPage($editor.get()?.path ?? path))
      // What was typed while it was saved is not saved yet.
      note(present())
      return said
    } catch (error) {
      assertRefused(error)
      if (error.code === 'conflict') await (await loadConflict()).showConflict(fieldsOf(sent))
      selectLine(area.current, error.errors.find(({ field }) => field === 'body')?.message)
      throw error
    }
  }
  const pressed = (event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.key !== 's') return
    event.preventDefault()
    form.current?.requestSubmit()
  }
  return (
    <div className={styles['editor']}>
      {isAlive && brands.length > 0 ? (
        <div className={styles['tabs']}>
          {(['write', 'preview'] as const).map((one) => (
            <button key={one} type="button" aria-pressed={tab === one} onClick={() => setTab(one)}>
              {one === 'write' ? 'Write' : 'Read'}
            </button>
          ))}
        </div>
      ) : null}
      <div className={tab === 'write' ? '' : styles['other']}>
        <ActionForm
          ref={form}
          className={`form ${styles['form']}`}
          action="/staff/content/text"
          autoComplete="off"
          send={send}
          refused={refused}
          saying={status}
          onInput={() => note(present())}
          onKeyDown={pressed}
          actions={
            <div className={styles['bar']}>
              <Submit>Save the draft</Submit>
              {hasDraft ? (
                <p className={styles['next']}>
                  <a href={previewPage(path)} target="_blank" rel="noopener">
                    Preview<span className="visually-hidden"> of what is saved, in a new tab</span>
                  </a>
                  <a href={historyPage(path)}>Compare and publish</a>
                </p>
              ) : null}
            </div>
          }
        >
          {conflict ? (
            <Suspense>
              <TwoTexts conflict={conflict} path={path} present={present} />
            </Suspense>
          ) : null}
          {isRestored ? (
            <p className="notice notice-warning">
              This is what you had written and not saved.{' '}
              <button type="button" className={styles['again']} onClick={forgetUnsaved}>
                Begin again with what is saved
              </button>
            </p>
          ) : null}
          {putAside ? (
            <p className="notice" role="status">
              What you had written is put aside.{' '}
              <button type="button" className={styles['again']} onClick={bringBackMine}>
                Bring back mine
              </button>
            </p>
          ) : null}
          <input type="hidden" name="act" value="save" />
          <input type="hidden" name="path" value={path} />
          <input type="hidden" name="basis" value={basis} />
          <div key={turn} className={styles['fields']}>
            <TextFields parts={parts} values={values} />
            {path.endsWith('/') ? (
              <Field
                name="name"
                label="Name in its address (optional)"
                hint={
                  path.startsWith('promo/')
                    ? '/promo/ and this: small letters, digits and dashes; made of the headline where it is empty.'
                    : 'Letters, digits and dashes; made of the question where it is empty.'
                }
                defaultValue={valueOf(values, 'name')}
              />
            ) : null}
            {words ? <WordList area={area} words={words} isOfBrand={isOfBrand} /> : null}
            {body ? <MarkdownField area={area} {...body} value={valueOf(values, 'body')} /> : null}
          </div>
        </ActionForm>
      </div>
      {isAlive && brands.length > 0 ? (
        <div className={tab === 'preview' ? '' : styles['other']}>
          <Suspense>
            <TextPreview brands={brands} onBrand={(brand) => void showOn(brand, present())} />
          </Suspense>
        </div>
      ) : null}
    </div>
  )
})

/** Selects the line that an error names, for when the field gets the focus. */
function selectLine(area: HTMLTextAreaElement | null, message: string | undefined): void {
  const [, number] = /^Line (\d+),/.exec(message ?? '') ?? []
  if (number === undefined || !area) return
  const lines = area.value.split('\n')
  const start = lines.slice(0, Number(number) - 1).join('\n').length + (number === '1' ? 0 : 1)
  area.setSelectionRange(start, start + (lines[Number(number) - 1] ?? '').length)
}
