import { useLayoutEffect } from 'react'
import { type OwnPartId, ownPart, partGroups } from '#sites/profile-parts.ts'
import type { AvatarLook } from '#ui/avatar-look.ts'
import { Avatar } from '#ui/Avatar.tsx'
import { withBoundary } from '#ui/Boundary.tsx'
import { IndexRow } from '#ui/IndexRow.tsx'
import { useStore } from '#ui/use-store.ts'
import { $partsSaid } from './own-profile.store.ts'
import index from '#ui/IndexRow.module.css'
import styles from './EditProfile.module.css'

const nothing: Partial<Record<OwnPartId, string>> = { partners: 'Nobody', visiting: 'Nowhere' }

type Props = {
  /** The page's own path, of which `?part=` opens a part. */
  path: string
  /** The part that is open beside the rows. */
  here: OwnPartId | null
  who: { id: number; username: string; age: number; photo: AvatarLook['photo'] }
  /** What each part says at present. */
  values: Readonly<Record<OwnPartId, string>>
}

/** A member's own profile as others read it, a row a part; a touch opens the part to be edited. */
export const EditProfile = withBoundary(function EditProfile({ path, here, who, values }: Props) {
  const saved = useStore($partsSaid, { ssr: 'initial' })
  useLayoutEffect(() => {
    // An address of when all parts were on one page.
    const part = here === null ? ownPart(location.hash.slice(1)) : null
    if (!part) return
    const query = new URLSearchParams(location.search)
    query.set('part', part.id)
    location.replace(`?${query}${location.hash}`)
  }, [])
  return (
    <div className={index['index']}>
      <div className={styles['head']}>
        <Avatar name={who.username} photo={who.photo} eager />
        <p className={styles['name']}>
          {who.username}, {who.age}
        </p>
        <p className={`cluster ${styles['ways']}`}>
          <a href={`/profile/view/id/${who.id}`}>As others see it</a>
          <a href="/profile/edit/managePhotos">Photos</a>
        </p>
      </div>
      <nav aria-label="Parts of your profile">
        {partGroups.map(({ label, parts }) => (
          <section key={label} aria-label={label}>
            <h2>{label}</h2>
            <ul>
              {parts.map((part) => (
                <IndexRow
                  key={part.id}
                  href={`${path}?part=${part.id}`}
                  label={part.label}
                  value={
                    (saved[part.id] ?? values[part.id]) || (nothing[part.id] ?? 'Nothing said yet')
                  }
                  isHere={part.id === here}
                />
              ))}
            </ul>
          </section>
        ))}
      </nav>
    </div>
  )
})
