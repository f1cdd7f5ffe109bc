import {
  type KeyboardEvent,
  type RefObject,
  type SubmitEvent,
  useEffect,
  useRef,
  useState,
} from 'react'
import { $user } from '#core/accounts/session.store.ts'
import { lengthOf } from '#lib/texts.ts'
import { $credits } from '#money/credits/credits.store.ts'
import { Icon } from '#ui/Icon.tsx'
import { useSeeded } from '#ui/use-seeded.ts'
import { useStore } from '#ui/use-store.ts'
import { $chat } from '../chat/chat.store.ts'
import { type Chat, newestOwn } from '../chat/chats.ts'
import { Answered, Quote } from '../chat/Quote.tsx'
import { later } from '../Later.tsx'
import { $problem, $returned } from './drafts.store.ts'
import { draftFor, draftKey, forgetIfSent, keepDraft } from './drafts.ts'
import type { WritingRules } from './rules.ts'
import styles from './Composer.module.css'

/** The text of a form posted without script and the reason for its refusal. */
type Refused = { otherId: number; body: string; reason: string; isQuestion: boolean }

export type ComposerPage = {
  rules: WritingRules
  most: number
  upgrade: string
  /** Idempotency key of the form when it is posted without script. */
  formKey: string
  /** The refused text, if the page answers a form posted without script. */
  refused: Refused | null
  hasVoice: boolean
}
type Props = ComposerPage & { chat: Chat; fieldRef: RefObject<HTMLTextAreaElement | null> }

const OtherKinds = later(() => import('../chat/OtherKinds.tsx').then((file) => file.OtherKinds))

const NEAR = 100
/** New conversations left of which the page tells. */
const FEW = 5

/** The text field is uncontrolled, so that what was typed before hydration stays. */
export function Composer({
  chat,
  fieldRef,
  rules,
  most,
  upgrade,
  formKey,
  refused,
  hasVoice,
}: Props) {
  const { other, about, replyTo } = chat
  const named = replyTo ?? about
  const mine = refused?.otherId === other.userId ? refused : null
  /** The script that sends is on its way. */
  const isStarting = useRef(false)
  const [key, setKey] = useState(formKey)
  const [length, setLength] = useState(lengthOf(mine?.body ?? ''))
  const [reason, setReason] = useState(mine?.reason ?? '')
  const problem = useStore($problem, { ssr: 'initial' }) || reason
  /** Until the text is edited. */
  const asks = mine?.isQuestion === true && reason !== ''
  const left = most - length
  const formId = `write-to-${other.userId}`

  const put = (body: string) => {
    if (!fieldRef.current) return
    fieldRef.current.value = body
    setLength(lengthOf(body))
    setKey(draftKey(other.userId, formKey))
  }
  const keep = (body: string) =>
    keepDraft(other.userId, body, { key: formKey, after: newestOwn(chat) })

  const clearIfSent = () => {
    const sent = forgetIfSent(other.userId, chat.bubbles)
    if (sent !== null && fieldRef.current?.value === sent) put('')
  }

  useEffect(clearIfSent, [other.userId, chat.bubbles])
  useEffect(() => {
    // Drafts are the member's, who may be known only after this.
    const stopUser = $user.subscribe(() => {
      clearIfSent()
      const typed = fieldRef.current?.value ?? ''
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
    const body = fieldRef.current?.value ?? ''
    setLength(lengthOf(body))
    setReason('')
    $problem.set('')
    keep(body)
    setKey(draftKey(other.userId, formKey))
    void import('../typing/typing.store.ts').then((typing) => typing.noteTyping(other.userId, body))
  }

  const submitted = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    fieldRef.current?.focus()
    if (isStarting.current) return
    isStarting.current = true
    const isSure = event.nativeEvent.submitter?.getAttribute('name') === 'isSure'
    void import('./outbox.store.ts')
      .then(
        (outbox) =>
          outbox.sendWritten({
            otherId: other.userId,
            text: fieldRef.current?.value ?? '',
            most,
            rules,
            isSure,
          }),
        () => $problem.set('No connection. It is kept here: please send it again in a moment.'),
      )
      .then(() => (isStarting.current = false))
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
      {named && (
        <div className={styles['quoted']}>
          {replyTo ? (
            <Answered quoted={replyTo} username={other.username} />
          ) : (
            about && <Quote part={about} whose={`${other.username}’s`} />
          )}
          <input type="hidden" name={replyTo ? 'replyTo' : about?.kind} value={named.id} />
          <a
            className="dialog-close"
            href={`/messages?with=${other.userId}`}
            aria-label="Write about something else"
            onClick={(event) => {
              event.preventDefault()
              $chat.set({ ...chat, about: null, replyTo: null })
              fieldRef.current?.focus()
            }}
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
          ref={fieldRef}
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
        <div className={styles['kinds']} data-more={+hasVoice + +chat.isMatch}>
          <OtherKinds otherId={other.userId} rules={rules} hasVoice={hasVoice} />
        </div>
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
          {problem === '' ? <Cost chat={chat} upgrade={upgrade} /> : <span>{problem}</span>}
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
  if (code === 'needsPremium')
    return <span key="access">Writing to members takes full access. {offer}</span>
  if (newLeft === 0)
    return <span>You have begun 20 conversations today. Begin the next tomorrow.</span>
  if (price > 0) {
    return (
      <>
        <span>
          {`A message costs ${price} credit${price === 1 ? '' : 's'}${credits === null ? '' : `; you have ${credits}`}. `}
        </span>
        {code === null ? null : offer}
      </>
    )
  }
  if (newLeft !== null && newLeft <= FEW)
    return (
      <span>
        {`You can begin ${newLeft === 1 ? 'one more conversation' : `${newLeft} more conversations`} today.`}
      </span>
    )
  return <span className={styles['hint']}>Enter sends, Shift + Enter starts a new line</span>
}
