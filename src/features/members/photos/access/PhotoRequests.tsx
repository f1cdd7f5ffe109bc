import { memo, type SubmitEvent, useCallback, useLayoutEffect, useRef } from 'react'
import { avatarOf } from '#core/people/pictures/avatar.ts'
import { Avatar } from '#ui/Avatar.tsx'
import { withBoundary } from '#ui/Boundary.tsx'
import { Button } from '#ui/Button.tsx'
import { useFocus } from '#ui/use-focus.ts'
import { useSeeded } from '#ui/use-seeded.ts'
import type { PhotoPerson } from './access.contract.ts'
import { $requests, allow, type PhotoRequests as Requests, seedRequests } from './access.store.ts'
import { type Lasts, LASTS, lastsInWords } from './access.ts'
import { Moment } from './Moment.tsx'
import styles from './PhotoRequests.module.css'

type Props = { requests: Requests; locale: string | null }

/** Who asks to see private photos, and who may, until when. */
export const PhotoRequests = withBoundary(Region)

function Region({ requests, locale }: Props) {
  const { asking, allowed } = useSeeded($requests, requests, seedRequests)
  const [heading, focusHeading] = useFocus<HTMLHeadingElement>()
  /** Whose row went with the focus in it. */
  const lost = useRef<number | null>(null)
  const onGone = useCallback((id: number) => {
    lost.current = id
  }, [])
  const takeFocus = useCallback((id: number) => {
    const isLost = lost.current === id
    if (isLost) lost.current = null
    return isLost
  }, [])
  useLayoutEffect(() => {
    // Nobody of that number came to the other list.
    if (lost.current !== null) focusHeading()
    lost.current = null
  })
  const isEmpty = asking.length + allowed.length === 0
  const rows = (people: readonly PhotoPerson[], isAllowed: boolean) => (
    <ul role="list">
      {people.map((person) => (
        <Row
          key={person.id}
          person={person}
          isAllowed={isAllowed}
          locale={locale}
          onGone={onGone}
          takeFocus={takeFocus}
        />
      ))}
    </ul>
  )
  return (
    <section className={styles['requests']} aria-labelledby="photo-requests">
      <h2 id="photo-requests" tabIndex={-1} ref={heading}>
        Who sees your private photos
      </h2>
      {isEmpty ? (
        <p className="muted">Nobody yet. Members can ask you; a no is not told to them.</p>
      ) : null}
      {asking.length === 0 ? null : (
        <div>
          <h3>They ask</h3>
          {rows(asking, false)}
        </div>
      )}
      {allowed.length === 0 ? null : (
        <div>
          <h3>They may</h3>
          {rows(allowed, true)}
        </div>
      )}
      {isEmpty ? null : (
        <p className="muted">
          A time begins when you allow it, and ends by itself. What somebody has seen they can have
          kept: no browser prevents a picture of the screen.
        </p>
      )}
    </section>
  )
}

type RowProps = {
  person: PhotoPerson
  isAllowed: boolean
  locale: string | null
  /** The row is gone with the focus in it. */
  onGone(id: number): void
  /** Whether the focus is this row's, which was in the other list. */
  takeFocus(id: number): boolean
}

const Row = memo(function Row({ person, isAllowed, locale, onGone, takeFocus }: RowProps) {
  const { id, username, picture, until } = person
  const row = useRef<HTMLLIElement>(null)
  const name = useRef<HTMLAnchorElement>(null)
  useLayoutEffect(() => {
    const element = row.current
    if (takeFocus(id)) name.current?.focus()
    return () => {
      if (element?.contains(document.activeElement)) onGone(id)
    }
    // Once, as the row comes and goes.
  }, [])
  const send = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const fields = new FormData(event.currentTarget, event.nativeEvent.submitter)
    void allow(person, fields.get('act') === 'allow' ? (fields.get('lasts') as Lasts) : null)
  }
  return (
    <li ref={row}>
      <form method="post" action="/image/access" onSubmit={send}>
        <input type="hidden" name="id" value={id} />
        <Avatar name={username} photo={avatarOf(picture)} />
        <p className={styles['person']}>
          <a ref={name} href={`/profile/view/id/${id}`}>
            {username}
          </a>
          {isAllowed ? (
            <span className="muted">
              {until === null ? (
                'Until you take it back'
              ) : (
                <>
                  Until <Moment at={until} locale={locale} />
                </>
              )}
            </span>
          ) : null}
          <a className={styles['report']} href={`/profile/view/id/${id}?act=report#act`}>
            Report<span className="visually-hidden"> {username}</span>
          </a>
        </p>
        <span className={styles['answers']}>
          <label className="visually-hidden" htmlFor={`lasts-${id}`}>
            How long {username} sees them
          </label>
          <select className="input" id={`lasts-${id}`} name="lasts" defaultValue="always">
            {LASTS.map((lasts) => (
              <option key={lasts} value={lasts}>
                For {lastsInWords[lasts]}
              </option>
            ))}
          </select>
          <Button type="submit" size="small" name="act" value="allow">
            {isAllowed ? 'Change' : 'Allow'}
            <span className="visually-hidden"> {username}</span>
          </Button>
          <Button type="submit" size="small" variant="quiet" name="act" value="stop">
            {isAllowed ? 'Stop' : 'No'}
            <span className="visually-hidden">
              {isAllowed ? ` showing them to ${username}` : `, not ${username}`}
            </span>
          </Button>
        </span>
      </form>
    </li>
  )
})
