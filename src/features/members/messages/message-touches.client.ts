import { readChatPhotoName } from './chat-photos.ts'

/** As long as the systems of phones take for it, in milliseconds. */
const HELD_FOR = 450
/** Pixels that a finger may move meanwhile. */
const STILL = 10

type Acts = {
  open(messageId: number): void
  /** Shows a message that is quoted. */
  seek(messageId: number): void
  /** Shows the photo of a message larger. */
  enlarge(messageId: number): void
  /** By the address of a form in a message: what it does instead of being posted. */
  forms: Readonly<Record<string, (messageId: number) => void>>
}

/**
 * Until the returned function is called, does on the page itself what the links and the forms of its
 * messages lead to, and opens the menu of a message that a finger rests on; what has an act of its own there
 * keeps it.
 */
export function followTouches(log: HTMLElement, { open, seek, enlarge, forms }: Acts): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let from = { x: 0, y: 0 }
  let isOpen = false
  const stop = () => clearTimeout(timer)
  const press = ({ target, touches: [touch, ...others] }: TouchEvent) => {
    stop()
    isOpen = false
    if (!(target instanceof Element) || !touch || others.length > 0) return
    const row = target.closest('[id^="message-"]')
    if (!row || target.closest('a, button, audio, input, summary')) return
    from = { x: touch.clientX, y: touch.clientY }
    timer = setTimeout(() => {
      isOpen = true
      open(messageOfRow(row))
    }, HELD_FOR)
  }
  const move = ({ touches: [touch] }: TouchEvent) => {
    if (touch && Math.hypot(touch.clientX - from.x, touch.clientY - from.y) > STILL) stop()
  }
  const lift = (event: Event) => {
    stop()
    // Else the finger that goes would be a click beside the menu.
    if (isOpen) event.preventDefault()
  }
  const click = (event: MouseEvent) => {
    const { target, button, ctrlKey, metaKey, shiftKey } = event
    const link = target instanceof Element ? target.closest('a') : null
    if (!link || button !== 0 || ctrlKey || metaKey || shiftKey) return
    const { pathname, searchParams } = new URL(link.href)
    if (readChatPhotoName(pathname.slice(1)) !== null) {
      event.preventDefault()
      enlarge(messageOfRow(link.closest('[id^="message-"]')))
      return
    }
    const [on, hit] = [Number(searchParams.get('on')), Number(searchParams.get('hit'))]
    if (on > 0 || hit > 0) event.preventDefault()
    if (on > 0) open(on)
    else if (hit > 0) seek(hit)
  }
  const submit = (event: SubmitEvent) => {
    if (!(event.target instanceof HTMLFormElement)) return
    const act = forms[new URL(event.target.action).pathname]
    if (!act) return
    event.preventDefault()
    act(messageOfRow(event.target.closest('[id^="message-"]')))
  }
  const ends = new AbortController()
  const { signal } = ends
  log.addEventListener('touchstart', press, { passive: true, signal })
  log.addEventListener('touchmove', move, { passive: true, signal })
  log.addEventListener('touchend', lift, { signal })
  for (const end of ['touchcancel', 'scroll']) log.addEventListener(end, stop, { signal })
  log.addEventListener('click', click, { signal })
  log.addEventListener('submit', submit, { signal })
  return () => {
    stop()
    ends.abort()
  }
}

function messageOfRow(row: Element | null): number {
  return Number(row?.id.slice('message-'.length))
}
