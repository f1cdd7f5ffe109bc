import { useStore } from '@nanostores/react'
import { useEffect, useRef, useState } from 'react'
import { lengthOf } from '../../../lib/texts.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { $credits } from '../../money/credits/credits.store.ts'
import type { Chat } from './chats.ts'
import {
  cancelRecording,
  recordingNow,
  startRecording,
  stopRecording,
} from './microphone.client.ts'
import { closeRecorder, keepRecorded, type Recorded, type Recorder } from './recorder.store.ts'
import { lengthInWords, MAX_SECONDS, MIN_SECONDS } from './recordings.ts'
import styles from './VoiceDialog.module.css'

type Send = (recorded: Recorded, transcript: string) => Promise<void>
type Props = { recorder: Recorder; chat: Chat; most: number; onSend: Send }

/** Records, lets the member listen, and sends. Closing it keeps what is recorded; deleting is an act of its own. */
export function VoiceDialog({ recorder, chat, most, onSend }: Props) {
  const { otherId } = recorder
  const [recorded, setRecorded] = useState(recorder.recorded)
  const [transcript, setTranscript] = useState(recorder.transcript)

  const close = () =>
    void stopRecording().then((stopped) => {
      const sound = stopped ?? recorded
      closeRecorder(
        sound && sound.seconds >= MIN_SECONDS ? { otherId, recorded: sound, transcript } : null,
      )
    })
  const discard = () => {
    cancelRecording()
    closeRecorder(null)
  }
  const again = () => setRecorded(null)

  // Kept as it is typed, since a page may go without closing the dialog.
  useEffect(() => {
    if (!recorded || recorded.seconds < MIN_SECONDS) return
    const timer = setTimeout(() => keepRecorded({ otherId, recorded, transcript }), 300)
    return () => clearTimeout(timer)
  }, [otherId, recorded, transcript])

  // The dialog goes with its parent, which takes the focus along.
  useEffect(
    () => () =>
      void requestAnimationFrame(() =>
        document.querySelector<HTMLElement>('voice-recorder')?.focus(),
      ),
    [],
  )

  return (
    <Dialog open onClose={close} title={`Voice message to ${chat.other.username}`} size="small">
      {recorded ? (
        <Review
          recorded={recorded}
          transcript={transcript}
          onTranscript={setTranscript}
          chat={chat}
          most={most}
          onSend={onSend}
          onAgain={again}
          onDelete={discard}
        />
      ) : (
        <Recording onDone={setRecorded} onCancel={discard} />
      )}
    </Dialog>
  )
}

type RecordingProps = { onDone(recorded: Recorded): void; onCancel(): void }

function Recording({ onDone, onCancel }: RecordingProps) {
  const meter = useRef<HTMLSpanElement>(null)
  const [seconds, setSeconds] = useState<number | null>(null)
  const [problem, setProblem] = useState('')

  const stop = async () => {
    const recorded = await stopRecording()
    if (recorded && recorded.seconds < MIN_SECONDS) setProblem('This was too short to be heard.')
    else if (recorded) onDone(recorded)
  }

  useEffect(() => {
    let frame = 0
    const follow = () => {
      const now = recordingNow()
      if (!now) return
      meter.current?.style.setProperty('--level', now.level.toFixed(2))
      setSeconds(Math.min(MAX_SECONDS, Math.floor(now.seconds)))
      if (now.seconds >= MAX_SECONDS) void stop()
      else frame = requestAnimationFrame(follow)
    }
    startRecording().then(follow, (error: unknown) => {
      if (!(error instanceof DOMException)) throw error
      setProblem(reasonOf(error))
    })
    return () => {
      cancelAnimationFrame(frame)
      cancelRecording()
    }
    // Once for each recording.
  }, [])

  if (problem !== '') {
    return (
      <>
        <p className="notice notice-danger" role="alert">
          {problem}
        </p>
        <div className="dialog-actions">
          <button type="button" className="button button-quiet" onClick={onCancel} autoFocus>
            Close
          </button>
        </div>
      </>
    )
  }
  return (
    <>
      <p role="status">
        {seconds === null
          ? 'Your browser asks whether we may use the microphone …'
          : 'Recording. Speak now.'}
      </p>
      <div className={styles['recording']} data-on={seconds !== null || undefined}>
        <span className={styles['meter']} ref={meter} aria-hidden="true" />
        <span className={styles['time']} role="timer">
          {seconds === null
            ? '0:00'
            : `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`}{' '}
          of {lengthInWords(MAX_SECONDS)}
        </span>
      </div>
      <div className="dialog-actions">
        <button type="button" className="button button-quiet" onClick={onCancel}>
          Cancel
        </button>
        <button
          type="button"
          className="button"
          onClick={() => void stop()}
          disabled={seconds === null}
          key={seconds === null ? 'waits' : 'runs'}
          autoFocus
        >
          Stop
        </button>
      </div>
    </>
  )
}

function reasonOf({ name }: DOMException): string {
  if (name === 'NotAllowedError' || name === 'SecurityError') {
    return 'Your browser does not let this site use the microphone. You can allow it beside the address, and then try again.'
  }
  return name === 'NotFoundError'
    ? 'There is no microphone here.'
    : 'The microphone cannot be used now. Another program may have it.'
}

type ReviewProps = {
  recorded: Recorded
  transcript: string
  onTranscript(transcript: string): void
  chat: Chat
  most: number
  onSend: Send
  onAgain(): void
  onDelete(): void
}

function Review({
  recorded,
  transcript,
  onTranscript,
  chat: { writing, other },
  most,
  onSend,
  onAgain,
  onDelete,
}: ReviewProps) {
  const [src, setSrc] = useState('')
  const [problem, setProblem] = useState('')
  const credits = useStore($credits)
  const { price } = writing
  useEffect(() => {
    const address = URL.createObjectURL(recorded.blob)
    setSrc(address)
    return () => URL.revokeObjectURL(address)
  }, [recorded])
  const send = () => {
    if (lengthOf(transcript) > most) setProblem(`Please use at most ${most} characters.`)
    else void onSend(recorded, transcript).then(() => closeRecorder(null))
  }
  return (
    <div className="form">
      {src === '' ? null : (
        <div className={styles['player']}>
          <voice-message src={src} seconds={recorded.seconds} />
        </div>
      )}
      <div className="field">
        <label className="field-label" htmlFor="voice-transcript">
          What you say, in words
        </label>
        <textarea
          className="input"
          id="voice-transcript"
          rows={3}
          value={transcript}
          onChange={({ target }) => {
            onTranscript(target.value)
            setProblem('')
          }}
          aria-invalid={problem !== '' || undefined}
          aria-describedby="voice-transcript-hint"
        />
        <p
          className={problem === '' ? 'field-hint' : 'field-error'}
          id="voice-transcript-hint"
          role={problem === '' ? undefined : 'alert'}
        >
          {problem ||
            `Optional. ${other.username} reads it below the player, and you both find it by searching.`}
        </p>
      </div>
      <p className="muted">
        {price > 0
          ? `A message costs ${price} ${price === 1 ? 'credit' : 'credits'}${credits === null ? '' : `; you have ${credits}`}. `
          : ''}
        Nothing is sent until you say so.
      </p>
      <div className="dialog-actions">
        <button type="button" className="button button-quiet" onClick={onDelete}>
          Delete
        </button>
        <button type="button" className="button button-soft" onClick={onAgain}>
          Record again
        </button>
        <button type="button" className="button" onClick={send}>
          Send
        </button>
      </div>
    </div>
  )
}
