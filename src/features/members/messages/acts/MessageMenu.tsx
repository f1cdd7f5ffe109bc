import { type RefObject, useEffect, useRef } from 'react'
import { Dialog } from '#ui/Dialog.tsx'
import { useLatest } from '#ui/use-latest.ts'
import { useStore } from '#ui/use-store.ts'
import { PhotoDialog } from '../chat-photos/PhotoDialog.tsx'
import type { Chat } from '../chat/chats.ts'
import { mayDelete, type WritingRules } from '../writing/rules.ts'
import { copyWords, react, removeForBoth, reply, reportMessage } from './acts.store.ts'
import { $acting, $enlarged } from './log-acts.ts'
import { MessageActs } from './MessageActs.tsx'

type Props = {
  chat: Chat
  rules: WritingRules
  /** Where the next one is written. */
  fieldRef: RefObject<HTMLTextAreaElement | null>
  /** What had the focus is gone. */
  onRemoved(): void
}

/** The menu of one message: opened by the dots beside it, or by a long press on it. */
export function MessageMenu({ chat, rules, fieldRef, onRemoved }: Props) {
  const acting = useStore($acting)
  const enlarged = useStore($enlarged)
  const photo = chat.bubbles.find(({ id }) => id === enlarged)?.photo
  const close = () => $acting.set(null)
  const bubble = chat.bubbles.find(
    ({ id, kind, isMasked }) => id !== 0 && id === acting && kind !== 'deleted' && !isMasked,
  )
  const shown = useLatest(bubble ?? null)
  const chosen = useRef<(() => void) | null>(null)
  useEffect(
    () => () => {
      $acting.set(null)
      $enlarged.set(null)
    },
    [],
  )
  if (photo?.large)
    return (
      <PhotoDialog image={photo.image} large={photo.large} onClose={() => $enlarged.set(null)} />
    )
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
