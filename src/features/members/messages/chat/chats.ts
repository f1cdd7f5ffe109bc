import type { Answer } from '#api/contract.ts'
import type { chatMessages, Message } from '../messages.contract.ts'

/** A message of the chat. Its server id is missing while it is being sent or after it failed. */
export type Bubble = Message & { key: string } & (
    | { state: 'sent' | 'sending' }
    | { state: 'failed'; reason: string }
  )

export type Loaded = Answer<typeof chatMessages>
export type Chat = Omit<Loaded, 'messages'> & { bubbles: readonly Bubble[] }

/** The member's newest message that the server has; 0 if there is none. */
export function newestOwn({ bubbles }: Pick<Chat, 'bubbles'>): number {
  return bubbles.findLast(({ isMine, state }) => isMine && state === 'sent')?.id ?? 0
}
