import { useRef, useState } from 'react'
import { later } from '../Later.tsx'
import styles from './Voice.module.css'

const VoiceControls = later(() => import('./VoiceControls.tsx').then((file) => file.VoiceControls))

type Props = {
  /** Empty while the server does not have it yet. */
  src: string
  seconds: number
  /** Where its address is asked for again; null for one that is not sent. */
  message?: { id: number; userId: number } | null
  className?: string | undefined
}

/** A voice message: by the browser's own controls until ours are there, which keep what plays. */
export function Voice({ src, seconds, message = null, className = '' }: Props) {
  const audio = useRef<HTMLAudioElement>(null)
  // Each refresh of the chat brings another address for the same sound, which would begin anew.
  const [address, setAddress] = useState(src)
  if (address === '' && src !== '') setAddress(src)
  return (
    <div className={`${styles['voice']} ${className}`}>
      <audio ref={audio} src={address || undefined} controls preload="none" />
      <VoiceControls
        audioRef={audio}
        seconds={seconds}
        message={message}
        isWaiting={address === ''}
      />
    </div>
  )
}
