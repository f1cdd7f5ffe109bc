import { useStore } from '@nanostores/react'
import { useEffect, useRef } from 'react'
import { Icon } from '../../ui/Icon.tsx'
import styles from './LikeButton.module.css'
import { $liked, like, unlike } from './likes.store.ts'
import type { Person } from './matches.store.ts'

type Props = {
  person: Person
  /** As the page said it. */
  isLiked: boolean
  /** Shows the word beside the heart. */
  withLabel?: boolean
}

/**
 * A heart to tick. It is a checkbox, so that a click before hydration is kept by the browser; the island
 * then finds it and lets it count.
 */
export function LikeButton({ person, isLiked, withLabel = false }: Props) {
  const { [person.id]: liked = isLiked } = useStore($liked, { keys: [person.id], ssr: 'initial' })
  const box = useRef<HTMLInputElement>(null)

  const wish = (wanted: boolean) => void (wanted ? like(person) : unlike(person))
  useEffect(() => {
    if (box.current && box.current.checked !== liked) wish(box.current.checked)
    // Only what was ticked before hydration: later the store leads.
  }, [])

  return (
    <label className={withLabel ? `${styles['heart']} ${styles['labelled']}` : styles['heart']}>
      <input ref={box} type="checkbox" className="visually-hidden" checked={liked} onChange={(event) => wish(event.target.checked)} />
      <Icon name="heart" filled={liked} />
      <span className={withLabel ? undefined : 'visually-hidden'}>
        {withLabel ? (liked ? 'Liked' : 'Like') : `Like ${person.username}`}
        {withLabel ? <span className="visually-hidden"> {person.username}</span> : null}
      </span>
    </label>
  )
}
