import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { api, assertRefused } from '#api/client.ts'
import { PHOTO_RULES } from '#members/photos/own/photo-rules.ts'
import type { listOwnPhotos } from '#members/photos/own/photos.contract.ts'
import { problemInside, problemWithSize } from '#members/photos/upload/file-choice.ts'
import { $credits } from '#money/credits/credits.store.ts'
import { Dialog } from '#ui/Dialog.tsx'
import { useStore } from '#ui/use-store.ts'
import type { Chat } from '../chat/chats.ts'
import { costInWords, PhotoFile, RulesTick } from '../chat/PhotoFile.tsx'
import { sendToChat } from './chat-photos.store.ts'
import styles from '../view-once/ViewOnceDialog.module.css'

type Props = { chat: Chat; onClose(): void }

/** Chooses a photo from the device, shows it, and sends it to the chat. */
export function SendChatPhotoDialog({ chat: { other, writing }, onClose }: Props) {
  const [file, setFile] = useState<File | null>(null)
  const [asksRules, setAsksRules] = useState(false)
  const [isConfirmed, setConfirmed] = useState(false)
  const [problem, setProblem] = useState('')
  /** How much of it is sent; null while nothing is. */
  const [share, setShare] = useState<number | null>(null)
  const credits = useStore($credits)
  const key = useRef('')
  const aborting = useRef<AbortController | null>(null)
  const { price } = writing

  useEffect(() => {
    api
      .send<typeof listOwnPhotos>('GET /image/mine', {})
      .then((mine) => setAsksRules(mine.asksRules), assertRefused)
    return () => aborting.current?.abort()
  }, [])

  const choose = async (chosen: File | null) => {
    key.current = crypto.randomUUID()
    setProblem('')
    setFile(null)
    if (!chosen) return
    const wrong = problemWithSize(chosen.size) ?? (await problemInside(chosen))
    if (wrong === null) setFile(chosen)
    else setProblem(wrong)
  }
  const send = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (share !== null) return
    if (!file) {
      if (problem === '') setProblem('Please choose a photo.')
      return
    }
    const { signal } = (aborting.current = new AbortController())
    setProblem('')
    setShare(0)
    try {
      const rules = isConfirmed ? PHOTO_RULES : ''
      await sendToChat(other.userId, { file, rules, key: key.current }, setShare, signal)
      onClose()
    } catch (error) {
      if (signal.aborted) return
      assertRefused(error)
      // Also where the rules changed since the dialog was opened.
      if (error.errors.some(({ field }) => field === 'rules')) setAsksRules(true)
      setProblem(error.errors[0]?.message ?? error.message)
    } finally {
      setShare(null)
    }
  }

  return (
    <Dialog open onClose={onClose} title={`Photo to ${other.username}`}>
      <form className="form" onSubmit={(event) => void send(event)}>
        <p>
          We check it first; {other.username} sees nothing of it before that. It stays in this chat,
          and is in no profile.
        </p>
        <PhotoFile
          file={file}
          onChoose={(one) => void choose(one)}
          isBusy={share !== null}
          isWrong={problem !== ''}
          problemId="chat-photo-problem"
        />
        {asksRules ? (
          <RulesTick
            isTicked={isConfirmed}
            onTick={(isTicked) => {
              setConfirmed(isTicked)
              setProblem('')
            }}
          />
        ) : null}
        <p className="field-error" id="chat-photo-problem" role="alert">
          {problem}
        </p>
        {share === null ? null : (
          <progress
            className={styles['progress']}
            max={1}
            value={share < 1 ? share : undefined}
            aria-label="Sending the photo"
          />
        )}
        {price > 0 ? (
          <p className="muted">
            {`${costInWords(price, credits)} You have it back if the photo is not sent on.`}
          </p>
        ) : null}
        <div className="dialog-actions">
          <button type="button" className="button button-quiet" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" className="button" aria-busy={share !== null || undefined}>
            {share === null ? 'Send' : 'Sending …'}
          </button>
        </div>
      </form>
    </Dialog>
  )
}
