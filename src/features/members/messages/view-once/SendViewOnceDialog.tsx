import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { api, assertRefused } from '#api/client.ts'
import { PHOTO_RULES } from '#members/photos/own/photo-rules.ts'
import type { listOwnPhotos, OwnPhoto } from '#members/photos/own/photos.contract.ts'
import { PhotoPicture } from '#members/photos/PhotoPicture.tsx'
import { MAX_BYTES } from '#members/photos/photos.ts'
import { $credits } from '#money/credits/credits.store.ts'
import { Dialog } from '#ui/Dialog.tsx'
import { useStore } from '#ui/use-store.ts'
import type { Chat } from '../chat/chats.ts'
import { costInWords, PhotoFile, RulesTick } from '../chat/PhotoFile.tsx'
import { type Chosen, chosenFor, keepChosen, sendPhoto } from './view-once.store.ts'
import styles from './ViewOnceDialog.module.css'

type Props = { chat: Chat; onClose(): void }

/** Chooses a photo from the device or from one's own, and sends it for one view. */
export function SendViewOnceDialog({ chat: { other, writing }, onClose }: Props) {
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const [own, setOwn] = useState<readonly OwnPhoto[]>([])
  const [asksRules, setAsksRules] = useState(false)
  const [isConfirmed, setConfirmed] = useState(false)
  const [problem, setProblem] = useState('')
  const [isSending, setSending] = useState(false)
  const credits = useStore($credits)
  const key = useRef('')
  const { price } = writing

  useEffect(() => {
    api.send<typeof listOwnPhotos>('GET /image/mine', {}).then((mine) => {
      setOwn(mine.photos.filter(({ status }) => status === 'approved'))
      setAsksRules(mine.asksRules)
    }, assertRefused)
  }, [])
  useEffect(() => {
    void chosenFor(other.userId).then((kept) => {
      if (!kept || key.current !== '') return
      key.current = kept.key
      setChosen(kept.chosen)
    })
  }, [other.userId])
  const file = chosen && 'file' in chosen ? chosen.file : null

  const choose = (choice: Chosen | null) => {
    const isTooLarge = choice !== null && 'file' in choice && choice.file.size > MAX_BYTES
    key.current = crypto.randomUUID()
    setChosen(choice)
    setProblem(isTooLarge ? 'Please choose a photo of up to 15 MB.' : '')
    keepChosen(other.userId, choice && !isTooLarge ? { chosen: choice, key: key.current } : null)
  }
  const discard = () => {
    keepChosen(other.userId, null)
    onClose()
  }
  const send = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isSending || problem !== '') return
    if (!chosen) {
      setProblem('Please choose a photo.')
      return
    }
    setSending(true)
    try {
      await sendPhoto(other.userId, chosen, isConfirmed ? PHOTO_RULES : '', key.current)
      discard()
    } catch (error) {
      assertRefused(error)
      // Also where the last photo was deleted, or the rules changed, since the dialog was opened.
      if (error.errors.some(({ field }) => field === 'rules')) setAsksRules(true)
      setProblem(error.errors[0]?.message ?? error.message)
    } finally {
      setSending(false)
    }
  }

  return (
    <Dialog open onClose={onClose} title={`Photo for one view to ${other.username}`}>
      <form className="form" onSubmit={(event) => void send(event)}>
        <p>
          {other.username} can open it once, within seven days; then it is deleted. You see when,
          and can withdraw it until then.
        </p>
        <p className="notice notice-warning">
          No browser can prevent a screenshot or a photo of the screen. Send only what you could
          bear to be kept.
        </p>
        <PhotoFile
          file={file}
          onChoose={(one) => choose(one && { file: one })}
          isWrong={problem !== ''}
          problemId="view-once-problem"
        />
        {asksRules && !(chosen && 'ownPhoto' in chosen) ? (
          <RulesTick
            isTicked={isConfirmed}
            onTick={(isTicked) => {
              setConfirmed(isTicked)
              setProblem('')
            }}
          />
        ) : null}
        {own.length === 0 ? null : (
          <fieldset className="field">
            <legend className="field-label">Or one of your photos</legend>
            <div className={styles['own']}>
              {own.map((photo, index) => (
                <label key={photo.id}>
                  <input
                    type="radio"
                    name="own"
                    checked={
                      chosen !== null && 'ownPhoto' in chosen && chosen.ownPhoto === photo.id
                    }
                    onChange={() => choose({ ownPhoto: photo.id })}
                    aria-label={photo.description || `Photo ${index + 1}`}
                  />
                  <PhotoPicture picture={photo} alt="" sizes="80px" />
                </label>
              ))}
            </div>
          </fieldset>
        )}
        <p className="field-error" id="view-once-problem" role="alert">
          {problem}
        </p>
        <p className="muted">
          {`${
            chosen
              ? 'Until you send or discard it, it stays in this browser alone: for a day, or until you sign out. '
              : ''
          }${costInWords(price, credits)}`}
        </p>
        <div className="dialog-actions">
          <button type="button" className="button button-quiet" onClick={discard}>
            {chosen ? 'Discard' : 'Cancel'}
          </button>
          <button type="submit" className="button" aria-busy={isSending || undefined}>
            {isSending ? 'Sending …' : 'Send'}
          </button>
        </div>
      </form>
    </Dialog>
  )
}
