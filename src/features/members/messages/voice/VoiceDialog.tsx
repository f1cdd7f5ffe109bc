import { useEffect, useRef, useState } from 'react'
import { lengthOf } from '#lib/texts.ts'
import { $credits } from '#money/credits/credits.store.ts'
import { Dialog } from '#ui/Dialog.tsx'
import { useStore } from '#ui/use-store.ts'
import type { Chat } from '../chat/chats.ts'
import { sendVoice } from '../writing/outbox.store.ts'
import {
  cancelRecording,
  recordingNow,
  startRecording,
  stopRecording,
} from './microphone.client.ts'
import {
  $recorder,
  changeRecorder,
  closeRecorder,
  forgetRecorded,
  type Recorded,
} from './recorder.store.ts'
import { lengthInWords, MAX_SECONDS, MIN_SECONDS } from './recordings.ts'
import { Voice } from './Voice.tsx'
import styles from './VoiceDialog.module.css'

type Props = { chat: Chat; most: number }

/**
 * Records, lets the member listen, and sends. Closing it keeps what is recorded; deleting is an act
 * of its own.
 */
export function VoiceDialog({ chat, most }: Props) {
  const recorder = useStore($recorder)
  const isOpen = recorder?.otherId === chat.other.userId
  const close = () => void stopRecording().then(closeRecorder)
  const discard = () => {
    cancelRecording()
    forgetRecorded()
  }
  return (
    <Dialog
      open={isOpen}
      onClose={close}
      title={`Voice message to ${chat.other.username}`}
      size="small"
    >
      {recorder?.recorded ? (
        <Review
          recorded={recorder.recorded}
          transcript={recorder.transcript}
          chat={chat}
          most={most}
          onDelete={discard}
        />
      ) : (
        <Recording onDone={(recorded) => changeRecorder({ recorded })} onCancel={discard} />
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
          {`${
            seconds === null
              ? '0:00'
              : `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
          } of ${lengthInWords(MAX_SECONDS)}`}
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
  chat: Chat
  most: number
  onDelete(): void
}

function Review({ recorded, transcript, chat: { writing, other }, most, onDelete }: ReviewProps) {
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
    else void sendVoice(recorded, transcript).then(forgetRecorded)
  }
  return (
    <div className="form">
      {src === '' ? null : (
        <div className={styles['player']}>
          <Voice src={src} seconds={recorded.seconds} />
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
            changeRecorder({ transcript: target.value })
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
        {price > 0 ? (
          <span>
            {`A message costs ${price} ${price === 1 ? 'credit' : 'credits'}${credits === null ? '' : `; you have ${credits}`}. `}
          </span>
        ) : null}
        Nothing is sent until you say so.
      </p>
      <div className="dialog-actions">
        <button type="button" className="button button-quiet" onClick={onDelete}>
          Delete
        </button>
        <button
          type="button"
          className="button button-soft"
          onClick={() => changeRecorder({ recorded: null })}
        >
          Record again
        </button>
        <button type="button" className="button" onClick={send}>
          Send
        </button>
      </div>
    </div>
  )
}
