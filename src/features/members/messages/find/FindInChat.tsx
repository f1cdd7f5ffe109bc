import { type KeyboardEvent, type SubmitEvent, useRef } from 'react'
import type { Answer } from '#api/contract.ts'
import { Button } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { onPlainClick } from '#ui/plain-click.ts'
import { type Reader, shortTime } from '../chat/times.ts'
import { MAX_WORDS } from '../inbox/inbox.ts'
import type { findMessages } from './find.contract.ts'
import { hitsInWords } from './find.ts'
import styles from './FindInChat.module.css'

type Props = {
  other: { userId: number; username: string }
  q: string
  /** Null as long as nothing is looked for. */
  found: Pick<Answer<typeof findMessages>, 'hits' | 'older'> | null
  reader: Reader
  isBusy?: boolean
  /** What the page does itself; without it, forms lead to pages and links are followed. */
  acts?: {
    search(q: string, isAtOnce?: boolean): void
    choose(messageId: number): void
    findOlder(): void
  }
}

/** The search of one conversation: its field, and what was found. */
export function FindInChat({ other, q, found, reader, isBusy = false, acts }: Props) {
  const { userId, username } = other
  const field = useRef<HTMLInputElement>(null)
  const links = useRef(new Map<number, HTMLAnchorElement>())
  const hits = found?.hits ?? []
  const search = (event: SubmitEvent) => {
    event.preventDefault()
    acts?.search(field.current?.value ?? '', true)
  }
  const more = (event: SubmitEvent) => {
    event.preventDefault()
    acts?.findOlder()
  }
  /** The arrows lead from the field to the hits and back. */
  const move = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step === 0) return
    const at = hits.findIndex(({ id }) => links.current.get(id) === document.activeElement)
    const next = hits[at + step]
    if (next) links.current.get(next.id)?.focus()
    else if (at + step === -1) field.current?.focus()
    else return
    event.preventDefault()
  }
  return (
    <div className={styles['find']} onKeyDown={acts && move}>
      <form className={styles['words']} role="search" action="/messages" onSubmit={acts && search}>
        <input type="hidden" name="with" value={userId} />
        <input
          ref={field}
          className="input"
          type="search"
          name="find"
          aria-label={`Search the conversation with ${username}`}
          placeholder="Words of a message"
          defaultValue={q}
          maxLength={MAX_WORDS}
          enterKeyHint="search"
          autoFocus
          onChange={acts && ((event) => acts.search(event.currentTarget.value))}
        />
        <Button type="submit" variant="quiet" className="button-icon" aria-label="Search">
          <Icon name="search" />
        </Button>
      </form>
      <p role="status" className="muted">
        {isBusy
          ? 'Looking …'
          : found === null
            ? ''
            : hitsInWords(hits.length, found.older !== null)}
      </p>
      {hits.length > 0 ? (
        <ol className={styles['hits']} aria-label="Messages with these words" aria-busy={isBusy}>
          {hits.map(({ id, isMine, kind, cut, sentAt }) => (
            <li key={id}>
              <a
                ref={(link) => void (link ? links.current.set(id, link) : links.current.delete(id))}
                href={`/messages?with=${userId}&hit=${id}#hit`}
                onClick={acts && onPlainClick(() => acts.choose(id))}
              >
                <span className={styles['by']}>
                  {isMine ? 'You' : username}
                  {kind === 'voice' ? ', voice message' : ''}
                </span>
                <time dateTime={sentAt}>{shortTime(sentAt, reader)}</time>
                <bdi className={styles['cut']}>
                  {cut.before}
                  <mark>{cut.found}</mark>
                  {cut.after}
                </bdi>
              </a>
            </li>
          ))}
        </ol>
      ) : null}
      {found?.older ? (
        <form action="/messages" onSubmit={acts && more}>
          <input type="hidden" name="with" value={userId} />
          <input type="hidden" name="find" value={q} />
          <input type="hidden" name="older" value={found.older} />
          <Button type="submit" variant="quiet" size="small" busy={isBusy}>
            Search older messages
          </Button>
        </form>
      ) : null}
    </div>
  )
}
