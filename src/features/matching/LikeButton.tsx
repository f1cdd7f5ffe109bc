import { useStore } from '@nanostores/react'
import { useEffect, useRef } from 'react'
import { Icon } from '../../ui/Icon.tsx'
import { $liked, like, unlike } from './likes.store.ts'
import type { Person } from './matches.store.ts'
import styles from './LikeButton.module.css'

type Props = {
  person: Person
  /** Value in the server's HTML. */
  isLiked: boolean
  withLabel?: boolean
}

/**
 * A like button as a checkbox, so that the browser keeps a click made before hydration and the island then applies
 * it.
 */
export function LikeButton({ person, isLiked, withLabel = false }: Props) {
  const { [person.id]: liked = isLiked } = useStore($liked, { keys: [person.id], ssr: 'initial' })
  const box = useRef<HTMLInputElement>(null)

  const wish = (wanted: boolean) => void (wanted ? like(person) : unlike(person))
  useEffect(() => {
    if (box.current && box.current.checked !== liked) wish(box.current.checked)
    // Runs once for a click made before hydration; later changes go through the store.
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
