import { useStore } from '@nanostores/react'
import { type KeyboardEvent, type SubmitEvent, useEffect, useRef, useState } from 'react'
import { lengthOf } from '../../../lib/texts.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { useSeeded } from '../../../ui/use-seeded.ts'
import { $user } from '../../core/accounts/session.store.ts'
import { $credits } from '../../money/credits/credits.store.ts'
import { type Chat, newestOwn } from './chats.ts'
import { $problem, $returned } from './drafts.store.ts'
import { Quote } from './Quote.tsx'
import { draftFor, draftKey, forgetIfSent, keepDraft } from './unsent.ts'
import styles from './Composer.module.css'

/** The text of a form posted without script and the reason for its refusal. */
export type Refused = { otherId: number; body: string; reason: string; isQuestion: boolean }

type Props = {
  chat: Chat
  most: number
  upgrade: string
  formKey: string
  refused: Refused | null
  /** Loads what sends the form. */
  startActs(): Promise<void>
}

const NEAR = 100
/** New conversations left of which the page tells. */
const FEW = 5

/**
 * The text field is uncontrolled, so that text typed before hydration stays. The form is sent by acts.client.ts, and has
 * the draft's key where the browser sends it.
 */
export function Composer({ chat, most, upgrade, formKey, refused, startActs }: Props) {
  const { other } = chat
  const mine = refused?.otherId === other.userId ? refused : null
  const field = useRef<HTMLTextAreaElement>(null)
  /** A form that is sent before its script waits for it; where that cannot be loaded, the browser sends the form. */
  const acts = useRef<'unknown' | 'loading' | 'loaded' | 'missing'>('unknown')
  const [key, setKey] = useState(formKey)
  const [length, setLength] = useState(lengthOf(mine?.body ?? ''))
  const [reason, setReason] = useState(mine?.reason ?? '')
  const problem = useStore($problem, { ssr: 'initial' }) || reason
  /** Until the text is edited. */
  const asks = mine?.isQuestion === true && reason !== ''
  const left = most - length
  const formId = `write-to-${other.userId}`

  const put = (body: string) => {
    if (!field.current) return
    field.current.value = body
    setLength(lengthOf(body))
    setKey(draftKey(other.userId, formKey))
  }
  const keep = (body: string) =>
    keepDraft(other.userId, body, { key: formKey, after: newestOwn(chat) })

  const clearIfSent = () => {
    const sent = forgetIfSent(other.userId, chat.bubbles)
    if (sent !== null && field.current?.value === sent) put('')
  }

  useEffect(clearIfSent, [other.userId, chat.bubbles])
  useEffect(() => {
    // Drafts are the member's, who may be known only after this.
    const stopUser = $user.subscribe(() => {
      clearIfSent()
      const typed = field.current?.value ?? ''
      if (typed !== '' && typed !== draftFor(other.userId)) keep(typed)
      put(typed === '' ? draftFor(other.userId) : typed)
    })
    const stopReturned = $returned.listen((returned) => {
      if (returned?.otherId === other.userId) put(draftFor(other.userId))
    })
    return () => {
      stopUser()
      stopReturned()
    }
  }, [other.userId])

  const changed = () => {
    const body = field.current?.value ?? ''
    setLength(lengthOf(body))
    setReason('')
    $problem.set('')
    keep(body)
    setKey(draftKey(other.userId, formKey))
  }

  const submitted = (event: SubmitEvent<HTMLFormElement>) => {
    if (acts.current === 'loaded' || acts.current === 'missing') return
    event.preventDefault()
    if (acts.current === 'loading') return
    acts.current = 'loading'
    const form = event.currentTarget
    const { submitter } = event.nativeEvent
    const go = (state: 'loaded' | 'missing') => {
      acts.current = state
      form.requestSubmit(submitter)
    }
    startActs().then(
      () => go('loaded'),
      () => go('missing'),
    )
  }

  const pressed = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    // Enter confirms a word while an input method is composing.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    event.currentTarget.form?.requestSubmit()
  }

  return (
    <form
      id={formId}
      className={styles['composer']}
      method="post"
      action="/message/chatMessages"
      onSubmit={submitted}
    >
      <input type="hidden" name="id" value={other.userId} />
      <input type="hidden" name="key" value={key} />
      {chat.about && (
        <div className={styles['quoted']}>
          <Quote part={chat.about} whose={`${other.username}’s`} />
          <input type="hidden" name={chat.about.kind} value={chat.about.id} />
          <a
            className="dialog-close"
            href={`/messages?with=${other.userId}`}
            aria-label="Write about something else"
          >
            <Icon name="close" />
          </a>
        </div>
      )}
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
          // After Back, a browser would put in what this form has just sent.
          autoComplete="off"
          placeholder={`Write to ${other.username}`}
          defaultValue={mine?.body}
          enterKeyHint="send"
          aria-invalid={(problem !== '' && !asks) || undefined}
          aria-describedby={`${formId}-about`}
          onInput={changed}
          onKeyDown={pressed}
        />
        <voice-recorder />
        <view-once-sender />
        <button type="submit" className="button">
          <Icon name="send" />
          <span className={styles['send']}>Send</span>
        </button>
      </div>
      <p className={styles['about']} id={`${formId}-about`}>
        <span
          className={problem === '' || asks ? undefined : 'field-error'}
          role={problem === '' ? undefined : 'alert'}
        >
          {problem === '' ? <Cost chat={chat} upgrade={upgrade} /> : problem}
        </span>
        <span
          className={styles['left']}
          data-near={left <= NEAR || undefined}
          data-over={left < 0 || undefined}
          aria-live={left <= NEAR ? 'polite' : 'off'}
        >
          {left >= 0
            ? `${left.toLocaleString('en')} left`
            : `${(-left).toLocaleString('en')} too many`}
        </span>
      </p>
      {asks ? (
        <button type="submit" name="isSure" value="yes" className="button button-soft button-small">
          Send anyway
        </button>
      ) : null}
    </form>
  )
}

/** What the next message costs, and what it needs, before it is written (decisions §5). */
function Cost({ chat: { writing, newLeft, other }, upgrade }: { chat: Chat; upgrade: string }) {
  const credits = useSeeded($credits, null, () => undefined)
  const { price } = writing
  const code = price > 0 && credits !== null ? (credits < price ? 'noCredits' : null) : writing.code
  if (writing.code === 'verifiedOnly')
    return (
      <>
        {other.username} takes first messages only from members whose photo is checked.{' '}
        <a href="/profile/edit/managePhotos#photo-check">How to</a>
      </>
    )
  const offer = <a href="/billing/upgrade">{upgrade}</a>
  if (code === 'needsPremium') return <>Writing to members takes an upgrade. {offer}</>
  if (newLeft === 0)
    return <>You have begun 20 conversations today; you can begin the next one tomorrow.</>
  if (price > 0) {
    return (
      <>
        A message costs {price} {price === 1 ? 'credit' : 'credits'}
        {credits === null ? '. ' : `; you have ${credits}. `}
        {code === null ? null : offer}
      </>
    )
  }
  if (newLeft !== null && newLeft <= FEW)
    return (
      <>
        You can begin {newLeft === 1 ? 'one more conversation' : `${newLeft} more conversations`}{' '}
        today.
      </>
    )
  return <span className={styles['hint']}>Enter sends, Shift + Enter starts a new line</span>
}
