import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { inCredits } from '#money/prices/in-credits.ts'
import type { AvatarLook } from '#ui/avatar-look.ts'
import { Avatar } from '#ui/Avatar.tsx'
import { withBoundary } from '#ui/Boundary.tsx'
import { textIn } from '#ui/form-answer.ts'
import { useStore } from '#ui/use-store.ts'
import type { MayWrite } from '../writing/rules.ts'
import { $answered } from './answered.store.ts'
import styles from './Waiting.module.css'

export type TrayRow = {
  id: number
  username: string
  age: number
  photo: AvatarLook['photo']
  since: string
  /** How long that is, in words. */
  ago: string
  /** What they like of the member's profile, in words; empty for nothing. */
  liked: string
}

type Props = {
  rows: readonly TrayRow[]
  /** Of all who wait, up to 100. */
  count: number
  endings: readonly string[]
  writing: MayWrite
  /** The label of the way to write, for whoever may not. */
  upgrade: string
  back: string
}

/** Who waits for an answer, longest first, with ready answers that end a conversation kindly. */
export const Waiting = withBoundary(Tray)

function Tray({ rows, count, endings, writing, upgrade, back }: Props) {
  const answered = useStore($answered, { ssr: 'initial' })
  const title = useRef<HTMLHeadingElement>(null)
  const names = useRef(new Map<number, HTMLAnchorElement>())
  const before = useRef(answered)
  const shown = rows.filter(({ id }) => !answered[id])
  const left = count - (rows.length - shown.length)

  useEffect(() => {
    const back = rows.find(({ id }) => before.current[id] && !answered[id])
    before.current = answered
    if (back) names.current.get(back.id)?.focus()
  }, [rows, answered])

  /** A row that goes takes the focus with it: the next one gets it, or the tray's title. */
  const leave = (id: number) => {
    const index = shown.findIndex((row) => row.id === id)
    const next = shown[index + 1] ?? shown[index - 1]
    ;(next ? names.current.get(next.id) : title.current)?.focus()
  }
  return (
    <section className={styles['waiting']} aria-labelledby="waiting-title">
      <h2 id="waiting-title" ref={title} tabIndex={-1}>
        Waiting for you{' '}
        <span className={styles['count']}>{count > 99 ? '99+' : Math.max(0, left)}</span>
      </h2>
      <p className={`muted ${styles['hint']}`}>
        {shown.length === 0 ? (
          'Nobody waits for an answer from you now.'
        ) : (
          <>
            Whoever has waited longest is first. Only you see this.{' '}
            {writing.may ? null : (
              <a href="/billing/upgrade?upgradeSourceType=messages">
                {writing.code === 'noCredits'
                  ? `An answer costs ${inCredits(writing.price)}: `
                  : 'To answer: '}
                {upgrade}
              </a>
            )}
          </>
        )}
      </p>
      {shown.length === 0 ? null : (
        <ul>
          {shown.map((row) => (
            <Row
              key={row.id}
              row={row}
              endings={endings}
              writing={writing}
              back={back}
              onLeave={() => leave(row.id)}
              nameRef={(name) =>
                void (name ? names.current.set(row.id, name) : names.current.delete(row.id))
              }
            />
          ))}
        </ul>
      )}
      {left > shown.length && shown.length > 0 ? (
        <a className={styles['all']} href="/messages?show=waiting">
          {`${left - shown.length} more`}
        </a>
      ) : null}
    </section>
  )
}

type RowProps = Pick<Props, 'endings' | 'writing' | 'back'> & {
  row: TrayRow
  onLeave(): void
  nameRef(name: HTMLAnchorElement | null): void
}

function Row({ row, endings, writing, back, onLeave, nameRef }: RowProps) {
  const { id, username, age, photo, since, ago, liked } = row
  // The server's stays in the page, so that the form is one message with script and without.
  const [key] = useState(() => (typeof window === 'undefined' ? crypto.randomUUID() : ''))
  const end = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const fields = new FormData(event.currentTarget)
    const message = { body: textIn(fields, 'body'), key: textIn(fields, 'key') }
    onLeave()
    void import('./waiting.store.ts').then(({ answerKindly }) => answerKindly(row, message))
  }
  const later = (event: SubmitEvent) => {
    event.preventDefault()
    onLeave()
    void import('./waiting.store.ts').then(({ putOff }) => putOff(row))
  }
  return (
    <li>
      <a ref={nameRef} className={styles['who']} href={`/messages?with=${id}`}>
        <Avatar name={username} photo={photo} size="small" />
        <span className={styles['words']}>
          <span className={styles['name']}>
            {username}, {age}
          </span>
          <time className="muted" dateTime={since}>
            {ago}
          </time>
          {liked === '' ? null : <span className="muted">Likes {liked}</span>}
        </span>
      </a>
      {writing.may ? (
        <details name="waiting">
          <summary className="button button-quiet button-small">
            End kindly<span className="visually-hidden"> with {username}</span>
          </summary>
          <div className={styles['endings']}>
            <p className="muted">
              Your answer to {username}
              {writing.price > 0 ? `. It costs ${inCredits(writing.price)}` : ''}:
            </p>
            {endings.map((text) => (
              <form key={text} method="post" action="/message/chatMessages" onSubmit={end}>
                <input type="hidden" name="id" value={id} />
                <input type="hidden" name="body" value={text} />
                <input type="hidden" name="key" value={key} suppressHydrationWarning />
                <button type="submit">{text}</button>
              </form>
            ))}
          </div>
        </details>
      ) : null}
      <form method="post" action="/message/notNow" onSubmit={later}>
        <input type="hidden" name="id" value={id} />
        <input type="hidden" name="back" value={back} />
        <button type="submit" className="button button-quiet button-small">
          Not now<span className="visually-hidden">, {username}</span>
        </button>
      </form>
    </li>
  )
}
