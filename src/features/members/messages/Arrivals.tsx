import { useEffect, useRef, useState } from 'react'
import { useStore } from '#ui/use-store.ts'
import type { Reaction } from './acts/reactions.ts'
import { $chat } from './chat/chat.store.ts'

/**
 * Announces new messages and reactions of the other one to screen readers; earlier and own ones are
 * not announced.
 */
export function Arrivals() {
  const chat = useStore($chat)
  const known = useRef({ otherId: 0, id: 0, reactions: new Map<number, Reaction | null>() })
  const [said, setSaid] = useState('')
  useEffect(() => {
    if (!chat) return
    const { userId, username } = chat.other
    const newest = chat.bubbles.findLast((one) => !one.isMine && one.kind !== 'deleted')
    const before = known.current
    const isNew = newest && before.otherId === userId && newest.id > before.id
    const reactions = new Map(chat.bubbles.map((one) => [one.id, one.reactions.theirs]))
    known.current = { otherId: userId, id: newest?.id ?? 0, reactions }
    const felt = chat.bubbles.find(
      ({ id, reactions: { theirs } }) =>
        theirs !== null && before.reactions.has(id) && before.reactions.get(id) !== theirs,
    )
    if (before.otherId === userId && felt)
      setSaid(`${username}: ${felt.reactions.theirs}, to “${felt.body}”`)
    if (!isNew) return
    const { isMasked, voice, viewOnce, photo, body } = newest
    const kind = voice
      ? 'a voice message. '
      : viewOnce
        ? 'a photo for one view'
        : photo
          ? 'a photo'
          : ''
    setSaid(isMasked ? `A new message from ${username}` : `${username}: ${kind}${body}`)
  }, [chat])
  return (
    <p className="visually-hidden" aria-live="polite">
      {said}
    </p>
  )
}
