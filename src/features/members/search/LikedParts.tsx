import { Avatar } from '../../../ui/Avatar.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { avatarOf } from '../../core/people/avatar.ts'
import type { ShownPart } from '../likes/parts.contract.ts'
import { likedInWords } from '../likes/parts.ts'
import styles from './LikedParts.module.css'

/** What somebody likes of the viewer's own profile. */
export function LikedParts({ parts, ownName }: { parts: readonly ShownPart[]; ownName: string }) {
  const words = likedInWords(parts)
  const photos = parts.flatMap((part) =>
    part.kind === 'photo' && part.picture ? [{ id: part.id, picture: part.picture }] : [],
  )
  if (words === '') return null
  return (
    <p className={styles['parts']}>
      {photos.slice(0, 3).map(({ id, picture }) => (
        <span key={id}>
          <Avatar name={ownName} photo={avatarOf(picture)} size="small" decorative />
        </span>
      ))}
      <span>
        <Icon name="heart" />
        {words}
      </span>
    </p>
  )
}
