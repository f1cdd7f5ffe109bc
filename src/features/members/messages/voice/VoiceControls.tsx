import { type RefObject, useEffect, useState } from 'react'
import { PathIcon } from '#ui/Icon.tsx'
import { lengthInWords } from './recordings.ts'
import { freshVoice } from './voice.store.ts'
import styles from './Voice.module.css'

const SPEEDS = [1, 1.5, 2]
const PLAY = 'M7.5 4.5v15l12-7.5-12-7.5Z'
const PAUSE = 'M7.5 5v14M16.5 5v14'

type Props = {
  audioRef: RefObject<HTMLAudioElement | null>
  seconds: number
  message: { id: number; userId: number } | null
  isWaiting: boolean
}

/** One is heard at a time. */
let heard: HTMLAudioElement | null = null

export function VoiceControls({ audioRef, seconds, message, isWaiting }: Props) {
  const [{ isPlaying, at, speed }, setShown] = useState({ isPlaying: false, at: 0, speed: 1 })
  const [problem, setProblem] = useState('')

  useEffect(() => {
    const sound = audioRef.current
    if (!sound) return
    const show = () =>
      setShown({
        isPlaying: !sound.paused,
        at: sound.ended ? 0 : sound.currentTime,
        speed: sound.playbackRate,
      })
    const play = () => {
      if (heard !== sound) heard?.pause()
      heard = sound
      setProblem('')
    }
    const changes = ['play', 'pause', 'ended', 'timeupdate', 'seeked', 'ratechange']
    for (const change of changes) sound.addEventListener(change, show)
    sound.addEventListener('play', play)
    show()
    return () => {
      for (const change of changes) sound.removeEventListener(change, show)
      sound.removeEventListener('play', play)
      sound.pause()
    }
  }, [audioRef])

  // An address is good for five minutes: a second one is asked for when the first is refused.
  useEffect(() => {
    const sound = audioRef.current
    if (!sound) return
    let isSecond = false
    const renew = async () => {
      const { currentTime } = sound
      const src = message === null || isSecond ? null : await freshVoice(message)
      isSecond = true
      if (src === null)
        return setProblem(navigator.onLine ? 'This recording cannot be played.' : 'No connection.')
      // Not the component's: what is the same there and here is not loaded twice.
      sound.src = src
      sound.currentTime = currentTime
      await start(sound)
    }
    const again = () => void renew()
    const heardIt = () => (isSecond = false)
    sound.addEventListener('error', again)
    sound.addEventListener('playing', heardIt)
    return () => {
      sound.removeEventListener('error', again)
      sound.removeEventListener('playing', heardIt)
    }
  }, [audioRef, message?.id, message?.userId])

  const toggle = () => {
    const sound = audioRef.current
    if (!sound) return
    if (sound.paused) void start(sound)
    else sound.pause()
  }
  const faster = () => {
    const next = SPEEDS[(SPEEDS.indexOf(speed) + 1) % SPEEDS.length] ?? 1
    // An address that is loaded later begins with the default.
    if (audioRef.current)
      Object.assign(audioRef.current, { playbackRate: next, defaultPlaybackRate: next })
  }
  const seek = (place: number) => {
    if (audioRef.current) audioRef.current.currentTime = place
    setShown({ isPlaying, at: place, speed })
  }

  const total = lengthInWords(seconds)
  const minutes = `${Math.floor(at / 60)}:${String(Math.floor(at % 60)).padStart(2, '0')}`
  return (
    <>
      <div className={styles['row']}>
        <button
          type="button"
          disabled={isWaiting}
          aria-label={`${isPlaying ? 'Pause' : 'Play'} voice message, ${total}`}
          onClick={toggle}
        >
          <PathIcon path={isPlaying ? PAUSE : PLAY} />
        </button>
        <input
          type="range"
          min={0}
          max={seconds}
          step={0.1}
          value={at}
          disabled={isWaiting}
          aria-label="Position"
          aria-valuetext={`${minutes} of ${total}`}
          onChange={({ target }) => seek(Number(target.value))}
        />
        <span className={styles['time']}>{at === 0 ? total : `${minutes} / ${total}`}</span>
        <button type="button" disabled={isWaiting} aria-label={`Speed ${speed}×`} onClick={faster}>
          {`${speed}×`}
        </button>
      </div>
      <p className={styles['problem']} role="alert">
        {problem}
      </p>
    </>
  )
}

async function start(sound: HTMLAudioElement): Promise<void> {
  try {
    await sound.play()
  } catch (error) {
    // Stopped before it began; or its address was refused, which is renewed by an event of its own.
    const { name } = error as Partial<DOMException>
    if (name !== 'AbortError' && name !== 'NotSupportedError') throw error
  }
}
