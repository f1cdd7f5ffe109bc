import { mute } from '../chat/chat-acts.store.ts'
import { markAsUnread } from './inbox-acts.store.ts'
import { pin } from './pins.store.ts'

const acts: Readonly<Record<string, (id: number, isYes: boolean) => unknown>> = {
  pinned: pin,
  muted: mute,
  unread: markAsUnread,
}

/** What a button asks for by its name, of a member. */
export function change(name: string, id: number, value: string): void {
  void acts[name]?.(id, value === 'yes')
}
