import type { SubmitEvent } from 'react'
import { ActsMenu } from '#ui/ActsMenu.tsx'
import { Icon } from '#ui/Icon.tsx'
import { onlyFirstOfDouble } from '#ui/plain-click.ts'
import { useStore } from '#ui/use-store.ts'
import { $liked, $matched, like, unlike } from './likes.store.ts'
import type { LikedPerson } from './matches.store.ts'
import styles from './LikeButton.module.css'

type Props = {
  person: LikedPerson
  isLiked: boolean
  isMatched: boolean
  back: string
  /** In words, too, beside a profile; over a photo the heart alone. */
  withLabel?: boolean
}

/**
 * Likes, or takes it back; for two who like each other a menu, since ending a match is never one
 * touch away.
 */
export function LikeButton({ person, isLiked, isMatched, back, withLabel = false }: Props) {
  const { id, username } = person
  const liked = useStore($liked, { keys: [id], ssr: 'initial' })[id] ?? isLiked
  const matched = useStore($matched, { keys: [id], ssr: 'initial' })[id] ?? isMatched
  const look = withLabel ? styles['labelled'] : 'over-photo'
  if (liked && matched)
    return <MatchedMenu person={person} back={back} className={look} isNew={!isMatched} />
  const send = (event: SubmitEvent) => {
    event.preventDefault()
    void (liked ? unlike : like)(person)
  }
  return (
    <form method="post" action={liked ? '/match/unlike' : '/match/like'} onSubmit={send}>
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="back" value={back} />
      {/* Perhaps it is a match by now. */}
      <input type="hidden" name="asks" value="yes" />
      <button
        type="submit"
        className={`${styles['heart']} ${look}`}
        aria-pressed={liked}
        onClick={onlyFirstOfDouble}
      >
        <Icon name="heart" />
        {withLabel ? <span aria-hidden="true">{liked ? 'Liked' : 'Like'}</span> : null}
        <span className="visually-hidden">Like {username}</span>
      </button>
    </form>
  )
}

type MatchedProps = Pick<Props, 'person' | 'back'> & {
  className: string | undefined
  isNew: boolean
}

function MatchedMenu({ person, back, className, isNew }: MatchedProps) {
  const end = (event: SubmitEvent) => {
    event.preventDefault()
    void import('./end-match.store.ts').then((asks) => asks.endMatch(person))
  }
  return (
    <ActsMenu
      label={`Matched with ${person.username}`}
      className={styles['matched']}
      look={className}
      icon="heart"
      text={className === 'over-photo' ? null : 'Matched'}
      name="member-menu"
      takesFocus={isNew}
    >
      <a href={`/messages?with=${person.id}`}>Write</a>
      <form method="post" action="/match/unlike" onSubmit={end}>
        <input type="hidden" name="id" value={person.id} />
        <input type="hidden" name="back" value={back} />
        <input type="hidden" name="asks" value="yes" />
        <button type="submit">End the match</button>
      </form>
    </ActsMenu>
  )
}
