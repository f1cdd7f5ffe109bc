import { type RefObject, useEffect, useRef, useState } from 'react'
import { Dialog } from '../../../ui/Dialog.tsx'
import { useLatest } from '../../../ui/use-latest.ts'
import { copyWords, react, removeForBoth, reply, reportMessage } from './acts.store.ts'
import type { Chat } from './chats.ts'
import { openChat } from './current-chat.store.ts'
import { followTouches } from './message-touches.client.ts'
import { MessageActs } from './MessageActs.tsx'
import { PhotoDialog } from './PhotoDialog.tsx'
import { mayDelete, type WritingRules } from './rules.ts'

type Props = {
  chat: Chat
  rules: WritingRules
  /** The messages. */
  logRef: RefObject<HTMLElement | null>
  /** Where the next one is written. */
  fieldRef: RefObject<HTMLTextAreaElement | null>
  /** What had the focus is gone. */
  onRemoved(): void
}

/** The menu of one message: opened by the dots beside it, or by a long press on it. */
export function MessageMenu({ chat, rules, logRef, fieldRef, onRemoved }: Props) {
  const { userId } = chat.other
  const [acting, open] = useState<number | null>(null)
  const [enlarged, enlarge] = useState<number | null>(null)
  const photo = chat.bubbles.find(({ id }) => id === enlarged)?.photo
  const close = () => open(null)
  const bubble = chat.bubbles.find(
    ({ id, kind, isMasked }) => id !== 0 && id === acting && kind !== 'deleted' && !isMasked,
  )
  const shown = useLatest(bubble ?? null)
  const chosen = useRef<(() => void) | null>(null)
  useEffect(() => {
    const log = logRef.current
    const seek = (id: number) =>
      void openChat(userId, id).then(() => location.replace(`#message-${id}`))
    const once = () => import('./view-once.store.ts')
    const forms = {
      '/message/withdrawViewOnce': (id: number) =>
        void once().then((store) => store.withdrawPhoto(id)),
      '/message/openViewOnce': (id: number) => void once().then((store) => store.$viewing.set(id)),
      '/message/calmWarning'(id: number) {
        void import('./chat-acts.store.ts').then((store) => store.calm(id))
        // The warning is gone, and the focus with it.
        logRef.current?.focus({ preventScroll: true })
      },
    }
    return log ? followTouches(log, { open, seek, enlarge, forms }) : undefined
  }, [logRef, userId])
  if (photo?.large)
    return <PhotoDialog image={photo.image} large={photo.large} onClose={() => enlarge(null)} />
  if (!shown) return null
  const { id, body } = shown
  const { username } = chat.other
  /** After it is closed, which gives the focus back: what follows may take it. */
  const closeAnd = (act: () => void) => {
    chosen.current = act
    close()
  }
  const closed = () => {
    close()
    chosen.current?.()
    chosen.current = null
  }
  return (
    <Dialog
      open={bubble !== undefined}
      onClose={closed}
      title={shown.isMine ? 'Your message' : `Message from ${username}`}
      size="small"
    >
      <MessageActs
        message={shown}
        from={chat.other}
        mayDelete={mayDelete(shown, new Date())}
        price={rules.price}
        acts={{
          react(reaction) {
            close()
            void react(id, reaction)
          },
          reply: () =>
            closeAnd(() => {
              reply(shown)
              fieldRef.current?.focus()
            }),
          // Some browsers copy within the click alone.
          copy() {
            void copyWords(body)
            close()
          },
          report: () => closeAnd(() => reportMessage(chat.other, id)),
          remove: () =>
            closeAnd(() => {
              void removeForBoth(id)
              onRemoved()
            }),
        }}
      />
    </Dialog>
  )
}
