import { useEffect, useState } from 'react'
import { queryString } from '#api/client.ts'
import { PhotoPicture } from '#members/photos/PhotoPicture.tsx'
import { withBoundary } from '#ui/Boundary.tsx'
import { initial } from '#ui/initial.ts'
import type { Card } from '../cards/cards.contract.ts'
import { geoRadius } from './geo-profiles.ts'
import { peopleAround } from './people-around.store.ts'
import styles from './PeopleAround.module.css'

type Props = { id: number; placeName: string; region: string; country: string }

/** Leads on from a profile: to some of the people around its town, and to the search for all. */
export const PeopleAround = withBoundary(Region)

function Region({ id, placeName, region, country }: Props) {
  const [members, setMembers] = useState<readonly Card[]>([])
  useEffect(() => {
    void peopleAround(id).then(setMembers)
  }, [id])
  const search = `/search${queryString({ country, place: `${placeName}, ${region}`, radius: String(geoRadius) })}`
  return (
    <section className={styles['around']} aria-labelledby="around">
      <h2 id="around">Around {placeName}</h2>
      {members.length === 0 ? null : (
        <ul role="list">
          {members.map((member) => (
            <li key={member.id}>
              <Face member={member} />
            </li>
          ))}
        </ul>
      )}
      <p>
        <a href={search}>Search around {placeName}</a>
      </p>
    </section>
  )
}

function Face({ member }: { member: Card }) {
  const { id, username, age, distance, picture } = member
  return (
    <a className={styles['face']} href={`/profile/view/id/${id}`}>
      <span className={styles['photo']}>
        {picture ? (
          <PhotoPicture
            picture={{ ...picture, description: '' }}
            alt=""
            sizes="(width < 600px) 30vw, 150px"
            widest={720}
          />
        ) : (
          <span aria-hidden="true">{initial(username)}</span>
        )}
      </span>
      <span className={styles['name']}>
        <span>{username}</span>
        <span>, {age}</span>
      </span>
      <span className={styles['distance']}>{distance}</span>
    </a>
  )
}
