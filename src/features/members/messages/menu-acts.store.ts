import { calm, mute } from './chat-acts.store.ts'
import { markAsUnread } from './inbox-acts.store.ts'
import { pin } from './pins.store.ts'
import { $viewing, withdrawPhoto } from './view-once.store.ts'

const acts: Readonly<Record<string, (id: number, isYes: boolean) => unknown>> = {
  pinned: pin,
  muted: mute,
  unread: markAsUnread,
  calmed: calm,
  opens: (id, isYes) => (isYes ? $viewing.set(id) : withdrawPhoto(id)),
}

/** What a button asks for by its name, of a member or of a message. */
export function change(name: string, id: number, value: string): void {
  void acts[name]?.(id, value === 'yes')
}
