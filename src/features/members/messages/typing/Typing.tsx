import { useEffect, useState } from 'react'
import { useStore } from '#ui/use-store.ts'
import type { Correspondent } from '../messages.contract.ts'
import { $typing } from './typing.store.ts'
import styles from './Typing.module.css'

type Props = { other: Pick<Correspondent, 'userId' | 'username'> }

/** Says that the other one is writing, until a message or silence ends it. */
export function Typing({ other }: Props) {
  const typing = useStore($typing)
  return typing.has(other.userId) ? <Mark username={other.username} /> : null
}

function Mark({ username }: { username: string }) {
  // A live region speaks of what changes after it is there.
  const [isThere, setThere] = useState(false)
  useEffect(() => {
    const frame = requestAnimationFrame(() => setThere(true))
    return () => cancelAnimationFrame(frame)
  }, [])
  return (
    <p className={styles['typing']} role="status">
      <span aria-hidden="true">
        <i />
        <i />
        <i />
      </span>
      <span className="visually-hidden">{isThere ? `${username} is writing` : ''}</span>
    </p>
  )
}
