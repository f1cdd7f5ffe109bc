import { useRef } from 'react'
import { Dialog } from '#ui/Dialog.tsx'
import { useLatest } from '#ui/use-latest.ts'
import { useStore } from '#ui/use-store.ts'
import { openChat } from '../chat/current-chat.store.ts'
import { useReader } from '../chat/use-reader.ts'
import type { Correspondent } from '../messages.contract.ts'
import { $finding, closeSearch, findOlder, search } from './find.store.ts'
import { FindInChat } from './FindInChat.tsx'

type Props = { other: Correspondent; now: string; locale: string }

/** Searches the open conversation, and opens it at what is chosen. */
export function FindDialog({ other, now, locale }: Props) {
  const finding = useStore($finding)
  const shown = useLatest(finding)
  const reader = useReader(now, locale)
  const chosen = useRef<number | null>(null)
  const choose = (messageId: number) => {
    chosen.current = messageId
    closeSearch()
  }
  /** After it is closed, which gives the focus back. */
  const closed = () => {
    closeSearch()
    const id = chosen.current
    chosen.current = null
    if (id !== null) void openChat(other.userId, id).then(() => location.replace(`#message-${id}`))
  }
  return (
    <Dialog
      open={finding !== null}
      onClose={closed}
      title={`Search the conversation with ${other.username}`}
    >
      {shown && (
        <FindInChat
          {...shown}
          other={other}
          reader={reader}
          acts={{ search, choose, findOlder: () => void findOlder() }}
        />
      )}
    </Dialog>
  )
}
