import { Avatar } from '../../ui/Avatar.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { LikeButton } from '../matching/LikeButton.tsx'
import { PhotoPicture } from '../photos/PhotoPicture.tsx'
import type { Card } from './cards.contract.ts'
import styles from './MemberCard.module.css'

type Props = { member: Card; eager?: boolean }

export function MemberCard({ member, eager = false }: Props) {
  const { id, username, age, placeName, distance, headline, picture, isOnline, isNew, isLiked } = member
  return (
    <article className={styles['card']} data-person="">
      <div className={styles['picture']}>
        {picture ? (
          <PhotoPicture picture={picture} alt={username} sizes="(width < 600px) 46vw, 220px" eager={eager} />
        ) : (
          <Avatar name={username} size="fill" decorative />
        )}
        <p className={styles['badges']}>
          {isOnline ? <Badge tone="success">Online</Badge> : null}
          {isNew ? <Badge tone="accent">New</Badge> : null}
        </p>
        <div className={styles['heart']}>
          <LikeButton person={{ id, username }} isLiked={isLiked} />
        </div>
      </div>
      <div>
        <h3 className={styles['facts']}>
          <a className={styles['name']} href={`/profile/view/id/${id}`}>
            {username}, {age}
          </a>
        </h3>
        <p className={styles['facts']}>
          {placeName} · {distance}
        </p>
        {headline === '' ? null : <p className={styles['headline']}>{headline}</p>}
      </div>
    </article>
  )
}
