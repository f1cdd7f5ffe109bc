import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { assertRefused } from '#api/client.ts'
import { ReportForm } from '#members/reports/reporting/ReportForm.tsx'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { Icon } from '#ui/Icon.tsx'
import { showToast } from '#ui/toasts.store.ts'
import type { Correspondent } from '../messages.contract.ts'
import { closePhoto, openPhoto, reportPhoto } from './view-once.store.ts'
import styles from './ViewOnceDialog.module.css'

type Opened = Awaited<ReturnType<typeof openPhoto>>
type Props = { messageId: number; other: Correspondent; onClose(): void }

/** Shows a photo once: while it is held, or until it is covered or closed, which deletes it. */
export function ViewOnceDialog({ messageId, other: { username }, onClose }: Props) {
  const [opened, setOpened] = useState<Opened | null>(null)
  const [isShown, setShown] = useState(false)
  const [isReporting, setReporting] = useState(false)
  const [problem, setProblem] = useState('')
  const asked = useRef(false)

  useEffect(() => {
    // What is covered when somebody looks away stays covered when they come back.
    const cover = () => document.hidden && setShown(false)
    document.addEventListener('visibilitychange', cover)
    return () => document.removeEventListener('visibilitychange', cover)
  }, [])

  const show = async () => {
    setShown(true)
    if (asked.current) return
    asked.current = true
    try {
      setOpened(await openPhoto(messageId))
    } catch (error) {
      assertRefused(error)
      // Without a connection nothing was opened, so that it can be tried again.
      asked.current = error.code !== 'offline'
      setShown(false)
      setProblem(error.message)
    }
  }
  const close = () => {
    if (opened) void closePhoto(messageId)
    onClose()
  }
  const byKey = (event: KeyboardEvent, isDown: boolean) => {
    if (event.key !== ' ' || event.repeat) return
    event.preventDefault()
    if (isDown) void show()
    else setShown(false)
  }

  if (isReporting) {
    return (
      <Dialog open onClose={close} title={`Report ${username}`}>
        <ReportForm
          username={username}
          action="/message/reportViewOnce"
          cancel={
            <Button variant="quiet" onClick={() => setReporting(false)}>
              Cancel
            </Button>
          }
          send={async (reason, details) => {
            await reportPhoto(messageId, reason, details)
            onClose()
            showToast('Thank you. Your report is with us; a person reads it and decides.')
          }}
        >
          <input type="hidden" name="messageId" value={messageId} />
          <p>The photo is kept with your report, for those who decide on it.</p>
        </ReportForm>
      </Dialog>
    )
  }
  return (
    <Dialog open onClose={close} title={`Photo for one view from ${username}`}>
      <p>You can see it once. {username} is told when, and closing this deletes it.</p>
      <button
        type="button"
        className={styles['stage']}
        aria-describedby="view-once-hint"
        onPointerDown={() => void show()}
        onPointerUp={() => setShown(false)}
        onPointerCancel={() => setShown(false)}
        onPointerLeave={() => setShown(false)}
        onKeyDown={(event) => byKey(event, true)}
        onKeyUp={(event) => byKey(event, false)}
        onContextMenu={(event) => event.preventDefault()}
        autoFocus
      >
        {opened && isShown ? (
          <img
            src={opened.image}
            width={opened.width}
            height={opened.height}
            alt={`Photo from ${username}`}
            draggable={false}
          />
        ) : (
          <span className={styles['cover']}>
            <Icon name="eye" /> <span>{isShown ? 'Opening …' : 'Hold to see it'}</span>
          </span>
        )}
      </button>
      <p className="notice notice-danger" role="alert">
        {problem}
      </p>
      <p className="muted" id="view-once-hint">
        Hold the picture, or the space bar. No browser can prevent a screenshot or a photo of the
        screen.
      </p>
      <div className="dialog-actions">
        {opened ? (
          <button type="button" className="button button-quiet" onClick={() => setReporting(true)}>
            Report
          </button>
        ) : null}
        {problem === '' ? (
          <button
            type="button"
            className="button button-soft"
            onClick={() => (isShown ? setShown(false) : void show())}
          >
            {isShown ? 'Cover it' : 'Show it'}
          </button>
        ) : null}
        <button type="button" className="button" onClick={close}>
          {opened ? 'Close and delete' : 'Close'}
        </button>
      </div>
    </Dialog>
  )
}
