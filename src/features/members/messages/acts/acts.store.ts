import { api } from '#api/client.ts'
import { copyText } from '#lib/browser.ts'
import { ask } from '#members/reports/reporting/reporting.store.ts'
import { optimistic } from '#ui/optimistic.ts'
import { showToast } from '#ui/toasts.store.ts'
import { $chat } from '../chat/chat.store.ts'
import type { Bubble } from '../chat/chats.ts'
import { refreshInbox } from '../inbox/current-inbox.store.ts'
import type { Correspondent } from '../messages.contract.ts'
import { DELETED } from '../writing/rules.ts'
import type { deleteForBoth, reactToMessage } from './acts.contract.ts'
import { noReactions, type Reaction } from './reactions.ts'
import { quoteOf } from './replies.ts'

/** Shows the member's reaction at once, or takes it back (null), and undoes that if refused. */
export async function react(messageId: number, reaction: Reaction | null): Promise<void> {
  const before = bubbleOfId(messageId)?.reactions.mine ?? null
  const show = (mine: Reaction | null) =>
    change(messageId, (one) => ({ ...one, reactions: { ...one.reactions, mine } }))
  await optimistic(
    () => show(reaction),
    () =>
      api.send<typeof reactToMessage>('POST /message/react', {
        body: { messageId, reaction: reaction ?? '' },
      }),
    () => show(before),
  )
}

/** What is written next answers this message. */
export function reply(bubble: Bubble): void {
  const chat = $chat.get()
  if (chat) $chat.set({ ...chat, about: null, replyTo: quoteOf(bubble) })
}

export async function copyWords(body: string): Promise<void> {
  showToast((await copyText(body)) ? 'Copied.' : 'This browser does not let us copy.')
}

export function reportMessage(
  { userId, username }: Pick<Correspondent, 'userId' | 'username'>,
  message: number,
): void {
  ask({ act: 'report', person: { id: userId, username }, message })
}

/** Empties the message at once for the member, and shows it again if the server refuses. */
export async function removeForBoth(messageId: number): Promise<void> {
  const before = bubbleOfId(messageId)
  if (before?.photo?.isHeld) return takeBackPhoto(before)
  const gone = {
    kind: 'deleted',
    body: DELETED,
    voice: null,
    viewOnce: null,
    photo: undefined,
    about: null,
    replyTo: null,
    reactions: noReactions,
  } as const
  const done = await optimistic(
    () => change(messageId, (one) => ({ ...one, ...gone })),
    () => api.send<typeof deleteForBoth>('POST /message/deleteForBoth', { body: { messageId } }),
    () => change(messageId, (one) => before ?? one),
  )
  if (done) void refreshInbox()
}

/** A photo that the other does not have: nothing is left of it. */
async function takeBackPhoto(photo: Bubble): Promise<void> {
  const { id: messageId } = photo
  const other = $chat.get()?.other.userId
  const show = (put: (without: readonly Bubble[]) => readonly Bubble[]) => {
    const chat = $chat.get()
    // Another chat may be open by the time of a refusal.
    if (chat && chat.other.userId === other)
      $chat.set({ ...chat, bubbles: put(chat.bubbles.filter(({ id }) => id !== messageId)) })
  }
  await optimistic(
    () => show((without) => without),
    () => api.send<typeof deleteForBoth>('POST /message/deleteForBoth', { body: { messageId } }),
    () =>
      show((without) => {
        const next = without.findIndex(({ id, state }) => id > messageId || state !== 'sent')
        return without.toSpliced(next === -1 ? without.length : next, 0, photo)
      }),
  )
}

function bubbleOfId(messageId: number): Bubble | undefined {
  return $chat.get()?.bubbles.find(({ id }) => id === messageId)
}

function change(messageId: number, how: (bubble: Bubble) => Bubble): void {
  const chat = $chat.get()
  if (chat)
    $chat.set({
      ...chat,
      bubbles: chat.bubbles.map((one) => (one.id === messageId ? how(one) : one)),
    })
}
