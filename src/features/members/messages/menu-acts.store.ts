import { mute } from './chat-acts.store.ts'
import { markAsUnread } from './inbox-acts.store.ts'
import { pin } from './pins.store.ts'

const acts: Readonly<Record<string, (otherId: number, isYes: boolean) => Promise<void>>> = {
  pinned: pin,
  muted: mute,
  unread: markAsUnread,
}

/** What a button of a conversation's menu asks for, by its name. */
export function change(name: string, otherId: number, value: string): void {
  void acts[name]?.(otherId, value === 'yes')
}
