import { atom } from 'nanostores'
import { api, assertRefused } from '#api/client.ts'
import type { ConfirmedRules } from '#members/photos/own/photo-rules.ts'
import type { ReportReason } from '#members/reports/reporting/report-reasons.ts'
import { setCredits } from '#money/credits/credits.store.ts'
import { showToast } from '#ui/toasts.store.ts'
import { bubbleOf } from '../chat/bubbles.ts'
import { $chat } from '../chat/chat.store.ts'
import { addBubble } from '../chat/current-chat.store.ts'
import { refreshInbox } from '../inbox/current-inbox.store.ts'
import { choiceFor, keepChoice } from '../writing/kept-choices.client.ts'
import type {
  closeViewOnce,
  openViewOnce,
  reportViewOnce,
  sendViewOnce,
  withdrawViewOnce,
} from './view-once.contract.ts'
import type { ViewOnceState } from './view-once.ts'

/** The message whose photo is to be seen; its dialog is open. */
export const $viewing = atom<number | null>(null)
export const $choosing = atom<number | null>(null)

export type Chosen = { file: File } | { ownPhoto: number }
/** One key for each choice: a second try after a lost answer sends nothing twice. */
export type KeptChoice = { chosen: Chosen; key: string }

/** What was chosen for somebody and neither sent nor discarded, also before a reload. */
export function chosenFor(otherId: number): Promise<KeptChoice | null> {
  return choiceFor<KeptChoice>('photo', otherId)
}

export function keepChosen(otherId: number, kept: KeptChoice | null): void {
  void keepChoice('photo', otherId, kept)
}

/** Throws CallError. The same key again, after an answer that was lost, sends nothing twice. */
export async function sendPhoto(
  otherId: number,
  chosen: Chosen,
  rules: ConfirmedRules,
  idempotencyKey: string,
): Promise<void> {
  const form = new FormData()
  form.set('id', String(otherId))
  form.set('rules', rules)
  if ('file' in chosen) form.set('photo', chosen.file)
  else form.set('ownPhoto', String(chosen.ownPhoto))
  const { message, currentCredits } = await api.send<typeof sendViewOnce>(
    'POST /message/viewOnce',
    { form },
    { idempotencyKey },
  )
  if (
    $chat.get()?.other.userId === otherId &&
    !$chat.get()?.bubbles.some(({ id }) => id === message.id)
  )
    addBubble(bubbleOf(message))
  if (currentCredits !== null) setCredits(currentCredits)
  void refreshInbox()
}

/** Throws CallError: whoever asks second gets nothing. */
export async function openPhoto(messageId: number) {
  const opened = await api.send<typeof openViewOnce>('POST /message/openViewOnce', {
    body: { messageId },
  })
  showAs(messageId, 'seen', opened.seenAt)
  return opened
}

/**
 * Its file is deleted at once; if this does not arrive, a quarter of an hour after it was opened.
 */
export async function closePhoto(messageId: number): Promise<void> {
  try {
    await api.send<typeof closeViewOnce>('POST /message/closeViewOnce', { body: { messageId } })
  } catch (error) {
    assertRefused(error)
  }
}

export async function reportPhoto(
  messageId: number,
  reason: ReportReason,
  details: string,
): Promise<void> {
  await api.send<typeof reportViewOnce>('POST /message/reportViewOnce', {
    body: { messageId, reason, details },
  })
}

export async function withdrawPhoto(messageId: number): Promise<void> {
  try {
    await api.send<typeof withdrawViewOnce>('POST /message/withdrawViewOnce', {
      body: { messageId },
    })
    showAs(messageId, 'withdrawn', new Date().toISOString())
  } catch (error) {
    assertRefused(error)
    showToast(error.message)
  }
}

function showAs(messageId: number, state: ViewOnceState, at: string): void {
  const chat = $chat.get()
  if (!chat) return
  const bubbles = chat.bubbles.map((one) =>
    one.id === messageId && one.viewOnce
      ? { ...one, viewOnce: { ...one.viewOnce, state, at } }
      : one,
  )
  $chat.set({ ...chat, bubbles })
}
