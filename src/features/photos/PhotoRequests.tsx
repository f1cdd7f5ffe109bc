import type { ReactNode } from 'react'
import { Avatar } from '../../ui/Avatar.tsx'
import { Button } from '../../ui/Button.tsx'
import { useSeeded } from '../../ui/use-seeded.ts'
import type { PhotoPerson } from './access.contract.ts'
import { $requests, allow, type PhotoRequests as Requests, seedRequests } from './access.store.ts'
import styles from './PhotoRequests.module.css'

export function PhotoRequests({ requests: seed }: { requests: Requests }) {
  const { asking, allowed } = useSeeded($requests, seed, seedRequests)

  return (
    <section className={styles['requests']} aria-labelledby="photo-requests">
      <h2 id="photo-requests">Who sees your private photos</h2>
      {asking.length + allowed.length === 0 ? <p className="muted">Nobody yet. Members can ask you; a no is not told to them.</p> : null}
      <People title="They ask" people={asking}>
        {(person) => (
          <>
            <Button size="small" onClick={() => void allow(person, true)} aria-label={`Allow ${person.username}`}>
              Allow
            </Button>
            <Button variant="quiet" size="small" onClick={() => void allow(person, false)} aria-label={`Refuse ${person.username}`}>
              No
            </Button>
          </>
        )}
      </People>
      <People title="They may" people={allowed}>
        {(person) => (
          <Button variant="quiet" size="small" onClick={() => void allow(person, false)} aria-label={`Stop showing them to ${person.username}`}>
            Stop
          </Button>
        )}
      </People>
    </section>
  )
}

type PeopleProps = { title: string; people: readonly PhotoPerson[]; children(person: PhotoPerson): ReactNode }

function People({ title, people, children }: PeopleProps) {
  if (people.length === 0) return null
  return (
    <>
      <h3>{title}</h3>
      <ul className={styles['people']}>
        {people.map((person) => (
          <li key={person.id}>
            <Avatar name={person.username} photo={person.picture} decorative />
            <a href={`/profile/view/id/${person.id}`}>{person.username}</a>
            {children(person)}
          </li>
        ))}
      </ul>
    </>
  )
}
