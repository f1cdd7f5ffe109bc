import { useStore } from '@nanostores/react'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { PhotoPicture } from '../photos/PhotoPicture.tsx'
import { $match, dismissMatch } from './matches.store.ts'
import './match-news.store.ts'
import styles from './MatchDialog.module.css'

/** Announces a match from any source; mounted once per page. */
export function MatchDialog() {
  const match = useStore($match)
  return (
    <Dialog
      open={match !== null}
      onClose={dismissMatch}
      title="It’s a match"
      size="small"
      actions={
        match && (
          <>
            <Button variant="quiet" onClick={dismissMatch}>
              Keep looking
            </Button>
            <ButtonLink href={`/messages?with=${match.id}`}>Say hello</ButtonLink>
          </>
        )
      }
    >
      {match && (
        <div className={styles['match']}>
          {match.picture ? (
            <div className={styles['picture']}>
              <PhotoPicture picture={match.picture} alt={match.username} sizes="192px" eager />
            </div>
          ) : null}
          <p>
            You and <strong>{match.username}</strong> like each other. Somebody has to write first.
          </p>
        </div>
      )}
    </Dialog>
  )
}
