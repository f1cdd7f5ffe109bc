import { avatarOf } from '#core/people/pictures/avatar.ts'
import type { ShownPart } from '#members/likes/parts.contract.ts'
import { likedInWords } from '#members/likes/parts.ts'
import { Avatar } from '#ui/Avatar.tsx'
import { Icon } from '#ui/Icon.tsx'
import styles from './LikedParts.module.css'

export function LikedParts({ parts }: { parts: readonly ShownPart[] }) {
  const words = likedInWords(parts)
  const photos = parts.flatMap((part) =>
    part.kind === 'photo' && part.picture ? [{ id: part.id, picture: part.picture }] : [],
  )
  if (words === '') return null
  return (
    <p className={styles['parts']}>
      {photos.slice(0, 3).map(({ id, picture }) => (
        <span key={id}>
          <Avatar name="You" photo={avatarOf(picture)} size="small" />
        </span>
      ))}
      <span>
        <Icon name="heart" />
        {words}
      </span>
    </p>
  )
}
