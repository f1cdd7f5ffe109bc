import { useEffect, useState } from 'react'
import { api, assertRefused } from '#api/client.ts'
import { $user } from '#core/accounts/session.store.ts'
import { $match, dismissMatch, type LikedPerson } from '#members/likes/matches.store.ts'
import { PhotoPicture } from '#members/photos/PhotoPicture.tsx'
import type { viewProfile } from '#members/search/profile/profile.contract.ts'
import type { Billing } from '#sites/site.ts'
import { Dialog } from '#ui/Dialog.tsx'
import { initial } from '#ui/initial.ts'
import { useLatest } from '#ui/use-latest.ts'
import { useStore } from '#ui/use-store.ts'
import { MessageForm } from './MessageForm.tsx'
import styles from './MatchDialog.module.css'

type Props = { line: string; model: Billing['model'] }

/** Says that two like each other, wherever it was caused, with a form to write at once. */
export function MatchDialog({ line, model }: Props) {
  const match = useStore($match)
  const shown = useLatest(match)
  const user = useStore($user)
  if (!shown || !user) return null
  return (
    <Dialog open={match !== null} onClose={dismissMatch} title="It’s a match" size="small">
      <div className={styles['match']}>
        <div className={styles['faces']}>
          <OwnFace id={user.userId} username={user.username} />
          <Face username={shown.username} picture={shown.picture} />
        </div>
        <p>
          You and <strong>{shown.username}</strong> like each other. {line}
        </p>
      </div>
      <MessageForm key={shown.id} to={shown} later="Later" model={model} onClose={dismissMatch} />
    </Dialog>
  )
}

function Face({ username, picture }: { username: string; picture: LikedPerson['picture'] }) {
  return (
    <div className={styles['face']}>
      {picture ? (
        <PhotoPicture picture={picture} alt={username} sizes="104px" eager />
      ) : (
        initial(username)
      )}
    </div>
  )
}

function OwnFace({ id, username }: { id: number; username: string }) {
  const [picture, setPicture] = useState<LikedPerson['picture']>(null)
  useEffect(() => {
    api
      .send<typeof viewProfile>('GET /profile/view/id/{id}', { params: { id } })
      .then(({ photos }) => setPicture(photos[0] ?? null), assertRefused)
  }, [id])
  return <Face username={username} picture={picture} />
}
