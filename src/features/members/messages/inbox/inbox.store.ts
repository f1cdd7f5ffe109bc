import { atom } from 'nanostores'
import type { Answer } from '#api/contract.ts'
import { createSeed } from '#ui/seeds.store.ts'
import type { Conversation, messageIndex } from './inbox.contract.ts'
import type { Show } from './inbox.ts'

/**
 * The conversations loaded so far, newest first. `older` is the cursor of the next page, null at
 * the end.
 */
export type Inbox = { conversations: readonly Conversation[] } & Pick<
  Answer<typeof messageIndex>,
  'older' | 'counts'
>

export const noInbox: Inbox = {
  conversations: [],
  older: null,
  counts: { unread: 0, matches: 0, hidden: 0, waiting: 0 },
}

export const $inbox = atom<Inbox>(noInbox)

/** What the page shows of the inbox: it is another page's address that changes it. */
export let asked: { show?: Show; q?: string } = {}

export const seedInbox = createSeed(
  (inbox: Inbox, shown: typeof asked = {}) => {
    asked = shown
    $inbox.set(inbox)
  },
  () => {
    asked = {}
    $inbox.set(noInbox)
  },
)
