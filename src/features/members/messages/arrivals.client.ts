import { $chat } from './chat.store.ts'

/** Announces new messages of the other member to screen readers; earlier and own messages are not announced. */
export function announceArrivals(): void {
  const region = document.createElement('p')
  region.className = 'visually-hidden'
  region.ariaLive = 'polite'
  document.body.append(region)
  let known = { otherId: 0, id: 0 }
  $chat.subscribe((chat) => {
    if (!chat) return
    const { userId, username } = chat.other
    const newest = chat.bubbles.findLast((one) => !one.isMine)
    const isNew = newest && known.otherId === userId && newest.id > known.id
    known = { otherId: userId, id: newest?.id ?? 0 }
    if (!isNew) return
    const { isMasked, voice, viewOnce, body } = newest
    region.textContent = isMasked
      ? `A new message from ${username}`
      : `${username}: ${voice ? 'a voice message. ' : viewOnce ? 'a photo for one view' : ''}${body}`
  })
}
