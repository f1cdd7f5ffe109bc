import { $chat } from './chat.store.ts'
import { $typing, endTyping, noteTyping } from './typing.store.ts'

const isComposer = (form: HTMLFormElement | null) =>
  form?.getAttribute('action') === '/message/chatMessages'

/** Tells the other one of the open chat that the member is writing, and shows when they are. */
export function followTyping(): void {
  document.addEventListener('input', ({ target }) => {
    const otherId = $chat.get()?.other.userId
    if (otherId !== undefined && target instanceof HTMLTextAreaElement && isComposer(target.form))
      noteTyping(otherId, target.value)
  })
  document.addEventListener('submit', ({ target }) => {
    if (target instanceof HTMLFormElement && isComposer(target)) endTyping()
  })
  $typing.listen(show)
  // The island renders the chat after its store has changed.
  $chat.listen(() => requestAnimationFrame(show))
}

/** The mark is announced to screen readers once, until a message or silence ends it. */
function show(): void {
  const other = $chat.get()?.other
  const isTyping = other !== undefined && $typing.get().has(other.userId)
  const known = document.querySelector('.chat-typing')
  if (!isTyping) return known?.remove()
  if (known) return
  const messages = document.querySelector('[role=log]')?.firstElementChild
  const mark = document.createElement('p')
  mark.className = 'chat-typing'
  mark.setAttribute('role', 'status')
  messages?.append(mark)
  const dots = document.createElement('span')
  dots.ariaHidden = 'true'
  for (let n = 0; n < 3; n += 1) dots.append(document.createElement('i'))
  const words = document.createElement('span')
  words.className = 'visually-hidden'
  mark.append(dots, words)
  // A live region speaks of what changes after it is there.
  requestAnimationFrame(() => words.append(`${other.username} is writing`))
}
