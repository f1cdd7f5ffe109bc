import { atom } from 'nanostores'
import type { ConfirmedRules } from '#members/photos/own/photo-rules.ts'
import { uploadClient } from '#members/photos/upload/upload.client.ts'
import { setCredits } from '#money/credits/credits.store.ts'
import { bubbleOf } from '../chat/bubbles.ts'
import { $chat } from '../chat/chat.store.ts'
import { addBubble } from '../chat/current-chat.store.ts'
import { refreshInbox } from '../inbox/current-inbox.store.ts'
import type { sendChatPhoto } from './chat-photos.contract.ts'

export const $sendingTo = atom<number | null>(null)

type Chosen = {
  file: File
  rules: ConfirmedRules
  /** One for each choice: a second try after a lost answer sends nothing twice. */
  key: string
}

/** Throws CallError. `onProgress` receives how much of it is there, 0 to 1. */
export async function sendToChat(
  otherId: number,
  { file, rules, key }: Chosen,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<void> {
  const form = new FormData()
  form.set('id', String(otherId))
  form.set('rules', rules)
  form.set('photo', file)
  const { message, currentCredits } = await uploadClient(onProgress).send<typeof sendChatPhoto>(
    'POST /message/photo',
    { form },
    { idempotencyKey: key, signal },
  )
  const chat = $chat.get()
  if (chat?.other.userId === otherId && !chat.bubbles.some(({ id }) => id === message.id))
    addBubble(bubbleOf(message))
  if (currentCredits !== null) setCredits(currentCredits)
  void refreshInbox()
}
