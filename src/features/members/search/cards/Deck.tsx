import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useKeys } from '#core/accounts/on-screen/use-keys.ts'
import { PhotoMark } from '#core/people/pictures/PhotoMark.tsx'
import { likeByHand } from '#members/likes/by-hand.store.ts'
import { $liked, $passed, like, setPassed } from '#members/likes/likes.store.ts'
import { write } from '#members/messages/writing/writing.store.ts'
import { PhotoPicture } from '#members/photos/PhotoPicture.tsx'
import { $blocked } from '#members/reports/reporting/reporting.store.ts'
import { Button } from '#ui/Button.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { Icon } from '#ui/Icon.tsx'
import { initial } from '#ui/initial.ts'
import { onPlainClick } from '#ui/plain-click.ts'
import { useIsAlive } from '#ui/use-seeded.ts'
import { useStore } from '#ui/use-store.ts'
import { useSwipe } from '#ui/use-swipe.ts'
import { keepTrail } from '../profile/trail.store.ts'
import type { Card } from './cards.contract.ts'
import { MemberMenu } from './MemberMenu.tsx'
import styles from './Deck.module.css'

type Props = {
  members: readonly Card[]
  /** The page's title, to which a profile leads back. */
  title: string
  back: string
  /** Asks for those who come after these; null where nobody does. */
  more: { ask(): void; isBusy: boolean } | null
  /** Leads on where nobody is left. */
  end: ReactNode
}

/** So many are left when more are asked for. */
const FEW = 4
/** In milliseconds: the second touch of a double tap is not about the next person. */
const SAME_TAP = 350

/**
 * One person at a time, of those whom the member neither likes nor has passed: with buttons, with
 * the arrow keys, or by a finger, to the right for a like and to the left for “not for me”.
 */
export function Deck({ members, title, back, more, end }: Props) {
  const blocked = useStore($blocked, { ssr: 'initial' })
  const passed = useStore($passed, { ssr: 'initial' })
  const liked = useStore($liked, { ssr: 'initial' })
  const isAlive = useIsAlive()
  const [last, setLast] = useState<{ person: Card; act: 'like' | 'pass' } | null>(null)
  const left = members.filter(
    ({ id, isLiked }) => !blocked[id] && !passed[id] && !(liked[id] ?? isLiked),
  )
  const [person, next] = left
  const isUndone = last === null || left.includes(last.person)
  useEffect(() => {
    if (left.length < FEW) more?.ask()
    // Not again for what was refused.
  }, [left.length, members.length])

  const actedAt = useRef(-SAME_TAP)
  const decide = (act: 'like' | 'pass') => {
    const now = performance.now()
    if (!person || now - actedAt.current < SAME_TAP) return
    actedAt.current = now
    setLast({ person, act })
    void (act === 'like' ? like(person) : setPassed(person.id, true))
  }
  const likes = () => decide('like')
  const passes = () => decide('pass')
  const undo = () => {
    if (last === null || isUndone) return
    actedAt.current = -SAME_TAP
    if (last.act === 'pass') void setPassed(last.person.id, false)
    // Asks first where it was a match.
    else likeByHand({ ...last.person, isLiked: true })
  }
  const swipe = useSwipe({ right: likes, left: passes })
  useKeys(
    {
      ArrowRight: (isHeld) => isHeld || likes(),
      l: likes,
      ArrowLeft: (isHeld) => isHeld || passes(),
      z: undo,
    },
    true,
  )

  return (
    <div className={styles['deck']}>
      <p className="visually-hidden" role="status">
        {person && isAlive ? `${person.username}, ${person.age}` : ''}
      </p>
      {person ? (
        <div className={styles['pile']}>
          {next ? (
            <div className={styles['next']} aria-hidden="true" inert>
              <Face person={next} />
            </div>
          ) : null}
          <article
            key={person.id}
            className={styles['card']}
            data-person=""
            data-swiped={swipe.by === 0 ? undefined : (swipe.side ?? '')}
            style={
              swipe.by === 0
                ? undefined
                : { translate: `${swipe.by}px 0`, rotate: `${swipe.by / 24}deg` }
            }
            {...swipe.handlers}
          >
            <Words
              person={person}
              onOpen={() =>
                keepTrail(
                  left.map(({ id }) => id),
                  title,
                )
              }
            />
            <Face person={person} />
            <MemberMenu id={person.id} username={person.username} className={styles['more']} />
          </article>
        </div>
      ) : more?.isBusy ? (
        <progress aria-label="Looking for more" />
      ) : more && isAlive ? (
        <Button variant="quiet" onClick={more.ask}>
          Look for more
        </Button>
      ) : (
        <EmptyState
          icon="people"
          title={more ? 'These you know' : 'That was everybody'}
          action={more ? null : end}
        >
          Whom you like is among your favourites.
        </EmptyState>
      )}
      {person || !isUndone ? (
        // Enter that is held down decides about one.
        <div
          className={styles['acts']}
          onKeyDown={(event) => event.repeat && event.preventDefault()}
        >
          <Button
            variant="quiet"
            className={styles['small']}
            disabled={isUndone}
            onClick={undo}
            aria-label={last && !isUndone ? `Bring back ${last.person.username}` : 'Bring back'}
          >
            <Icon name="back" />
          </Button>
          {person ? <Acts person={person} back={back} onPass={passes} onLike={likes} /> : null}
        </div>
      ) : null}
    </div>
  )
}

function Face({ person: { username, picture } }: { person: Card }) {
  return (
    <div className={styles['face']}>
      {picture ? (
        <PhotoPicture picture={picture} alt={username} sizes="(width < 600px) 92vw, 26rem" eager />
      ) : (
        <span className="avatar avatar-fill">
          <span aria-hidden="true">{initial(username)}</span>
        </span>
      )}
    </div>
  )
}

function Words({ person, onOpen }: { person: Card; onOpen(): void }) {
  const { id, username, age, placeName, distance, headline, verifiedAt, isOnline } = person
  const { inCommon, visiting } = person
  return (
    <div className={styles['words']}>
      <h3>
        <a className={styles['name']} href={`/profile/view/id/${id}`} onClick={onOpen}>
          {username}, {age}
        </a>
      </h3>
      <p>
        {verifiedAt === null ? null : (
          <>
            <PhotoMark at={verifiedAt} />{' '}
          </>
        )}
        {visiting ? `Visiting ${visiting.placeName}` : placeName} · {distance}
        {isOnline ? ' · Online' : ''}
      </p>
      {headline === '' ? null : <p className={styles['line']}>{headline}</p>}
      {inCommon === undefined ? null : <p className={styles['line']}>{inCommon}</p>}
    </div>
  )
}

type ActsProps = { person: Card; back: string; onPass(): void; onLike(): void }

function Acts({ person: { id, username }, person, back, onPass, onLike }: ActsProps) {
  const acts = [
    { act: 'pass', label: 'Not for me', icon: 'close', run: onPass },
    { act: 'like', label: 'Like', icon: 'heart', run: onLike },
  ] as const
  return (
    <>
      {acts.map(({ act, label, icon, run }) => (
        <form
          key={act}
          method="post"
          action={`/match/${act}`}
          onSubmit={(event) => {
            event.preventDefault()
            run()
          }}
        >
          <input type="hidden" name="id" value={id} />
          <input type="hidden" name="back" value={back} />
          <Button
            type="submit"
            variant={act === 'like' ? undefined : 'quiet'}
            aria-label={`${label}: ${username}`}
          >
            <Icon name={icon} />
          </Button>
        </form>
      ))}
      <a
        className={`button button-quiet ${styles['small']}`}
        href={`/messages?with=${id}`}
        aria-label={`Write to ${username}`}
        onClick={onPlainClick(() => write(person))}
      >
        <Icon name="message" />
      </a>
    </>
  )
}
