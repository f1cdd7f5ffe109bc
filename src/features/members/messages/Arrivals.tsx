import { useEffect, useRef, useState } from 'react'
import { useStore } from '../../../ui/use-store.ts'
import { $chat } from './chat.store.ts'

/**
 * Announces new messages of the other one to screen readers; earlier and own ones are not
 * announced.
 */
export function Arrivals() {
  const chat = useStore($chat)
  const known = useRef({ otherId: 0, id: 0 })
  const [said, setSaid] = useState('')
  useEffect(() => {
    if (!chat) return
    const { userId, username } = chat.other
    const newest = chat.bubbles.findLast((one) => !one.isMine)
    const isNew = newest && known.current.otherId === userId && newest.id > known.current.id
    known.current = { otherId: userId, id: newest?.id ?? 0 }
    if (!isNew) return
    const { isMasked, voice, viewOnce, body } = newest
    const kind = voice ? 'a voice message. ' : viewOnce ? 'a photo for one view' : ''
    setSaid(isMasked ? `A new message from ${username}` : `${username}: ${kind}${body}`)
  }, [chat])
  return (
    <p className="visually-hidden" aria-live="polite">
      {said}
    </p>
  )
}
