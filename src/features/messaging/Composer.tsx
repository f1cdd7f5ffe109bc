import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { Icon } from '../../ui/Icon.tsx'
import { useSeeded } from '../../ui/use-seeded.ts'
import { $credits } from '../billing/credits.store.ts'
import type { Correspondent } from './messages.contract.ts'
import { $returned, draftFor, keepDraft, send } from './outbox.store.ts'
import { charactersIn, type WritingRules } from './rules.ts'
import styles from './Composer.module.css'

/** The text of a form posted without script and the reason for its refusal. */
export type Refused = { otherId: number; body: string; reason: string }

type Props = {
  other: Correspondent & { isSupport: boolean }
  rules: WritingRules
  most: number
  formKey: string
  refused: Refused | null
}

const NEAR = 100

/** The text field is uncontrolled, so that text typed before hydration stays. */
export function Composer({ other, rules, most, formKey, refused }: Props) {
  const mine = refused?.otherId === other.userId ? refused : null
  const field = useRef<HTMLTextAreaElement>(null)
  const [length, setLength] = useState(charactersIn(mine?.body ?? ''))
  const [problem, setProblem] = useState(mine?.reason ?? '')
  const left = most - length
  const price = other.isSupport ? 0 : rules.price
  const formId = `write-to-${other.userId}`

  const put = (body: string) => {
    if (!field.current) return
    field.current.value = body
    setLength(charactersIn(body))
  }

  useEffect(() => {
    const typed = field.current?.value ?? ''
    put(typed === '' ? draftFor(other.userId) : typed)
    return $returned.listen((returned) => {
      if (returned?.otherId === other.userId) put([returned.body, field.current?.value].filter(Boolean).join('\n'))
    })
  }, [other.userId])

  const changed = () => {
    const body = field.current?.value ?? ''
    setLength(charactersIn(body))
    setProblem('')
    keepDraft(other.userId, body)
  }

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const body = (field.current?.value ?? '').normalize('NFC').trim()
    if (body === '') setProblem('Please write something first.')
    else if (left < 0) setProblem(`Please use at most ${most} characters.`)
    else if (send(body, rules)) {
      put('')
      keepDraft(other.userId, '')
    }
    field.current?.focus()
  }

  const pressed = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    // Enter confirms a word while an input method is composing.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    event.currentTarget.form?.requestSubmit()
  }

  return (
    <form id={formId} className={styles['composer']} method="post" action="/message/chatMessages" onSubmit={submit}>
      <input type="hidden" name="id" value={other.userId} />
      <input type="hidden" name="key" value={formKey} />
      <label className="visually-hidden" htmlFor={`${formId}-body`}>
        Message to {other.username}
      </label>
      <div className={styles['field']}>
        <textarea
          ref={field}
          id={`${formId}-body`}
          name="body"
          className={`input ${styles['text']}`}
          rows={1}
          placeholder={`Write to ${other.username}`}
          defaultValue={mine?.body}
          enterKeyHint="send"
          aria-invalid={problem !== '' || undefined}
          aria-describedby={`${formId}-about`}
          onInput={changed}
          onKeyDown={pressed}
        />
        <button type="submit" className="button">
          <Icon name="send" />
          <span className={styles['send']}>Send</span>
        </button>
      </div>
      <p className={styles['about']} id={`${formId}-about`}>
        <span className={problem === '' ? undefined : 'field-error'} role={problem === '' ? undefined : 'alert'}>
          {problem === '' ? <Price price={price} /> : problem}
        </span>
        <span className={styles['left']} data-near={left <= NEAR || undefined} data-over={left < 0 || undefined} aria-live={left <= NEAR ? 'polite' : 'off'}>
          {left >= 0 ? `${left.toLocaleString('en')} left` : `${(-left).toLocaleString('en')} too many`}
        </span>
      </p>
    </form>
  )
}

/** The price is shown before sending (decisions §5). */
function Price({ price }: { price: number }) {
  const credits = useSeeded($credits, null, () => undefined)
  if (price === 0) return <span className={styles['hint']}>Enter sends, Shift + Enter starts a new line</span>
  return (
    <>
      A message costs {price} {price === 1 ? 'credit' : 'credits'}
      {credits === null ? '' : `; you have ${credits}`}
    </>
  )
}
