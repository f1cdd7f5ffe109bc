import { atom } from 'nanostores'
import type { MouseEvent, SubmitEvent, TouchEvent } from 'react'
import { calm } from '../chat/chat-acts.store.ts'
import { $chat } from '../chat/chat.store.ts'
import { openChat } from '../chat/current-chat.store.ts'
import { $viewing, withdrawPhoto } from '../view-once/view-once.store.ts'

/** As long as the systems of phones take for it, in milliseconds. */
const HELD_FOR = 450
/** Pixels that a finger may move meanwhile. */
const STILL = 10

/** The message whose menu is open. */
export const $acting = atom<number | null>(null)
/** The message whose photo is shown larger. */
export const $enlarged = atom<number | null>(null)

let timer: ReturnType<typeof setTimeout> | undefined
let from = { clientX: 0, clientY: 0 }
let isHeld = false

const stop = () => clearTimeout(timer)

/** By the address of a form: what it does instead of being posted. */
const forms: Readonly<Record<string, (messageId: number) => void>> = {
  '/message/withdrawViewOnce': (id) => void withdrawPhoto(id),
  '/message/openViewOnce': (id) => $viewing.set(id),
  '/message/calmWarning': (id) => void calm(id),
}

/** What the messages do on the page itself: one handler of each kind for all of them. */
export const logActs = {
  /** Opens the menu of a message that a finger rests on; what has an act of its own keeps it. */
  onTouchStart({ touches, nativeEvent }: TouchEvent) {
    stop()
    isHeld = false
    const under = nativeEvent.composedPath().filter((on) => on instanceof HTMLElement)
    const hasOwn = under.some(({ localName }) => /^(a|button|audio|input|summary)$/.test(localName))
    const id = under.map((on) => /^message-(\d+)$/.exec(on.id)?.[1]).find(Boolean)
    if (hasOwn || id === undefined || !touches[0] || touches.length > 1) return
    from = touches[0]
    timer = setTimeout(() => {
      isHeld = true
      $acting.set(Number(id))
    }, HELD_FOR)
  },
  onClick({ nativeEvent, ctrlKey, metaKey, shiftKey }: MouseEvent) {
    const link = nativeEvent.composedPath().find((on) => on instanceof HTMLAnchorElement)
    if (!link || ctrlKey || metaKey || shiftKey) return
    const { href, searchParams } = new URL(link.href)
    const chat = $chat.get()
    const [on, hit] = [Number(searchParams.get('on')), Number(searchParams.get('hit'))]
    const enlarged = chat?.bubbles.find(({ photo }) => photo?.large === href)
    if (enlarged) $enlarged.set(enlarged.id)
    else if (on > 0) $acting.set(on)
    else if (hit > 0 && chat)
      void openChat(chat.other.userId, hit).then(() => location.replace(`#message-${hit}`))
    else return
    nativeEvent.preventDefault()
  },
  onSubmit(event: SubmitEvent<HTMLElement>) {
    const { target, currentTarget } = event
    const act = target instanceof HTMLFormElement && forms[new URL(target.action).pathname]
    if (!act) return
    event.preventDefault()
    act(Number(new FormData(target).get('messageId')))
    // A warning is gone then, and the focus with it.
    if (act === forms['/message/calmWarning']) currentTarget.focus({ preventScroll: true })
  },
  onTouchMove({ touches: { 0: touch } }: TouchEvent) {
    if (touch && Math.hypot(touch.clientX - from.clientX, touch.clientY - from.clientY) > STILL)
      stop()
  },
  onTouchEnd(event: TouchEvent) {
    stop()
    // Else the finger that goes would be a click beside the menu.
    if (isHeld) event.preventDefault()
  },
  onTouchCancel: stop,
  onScroll: stop,
}
