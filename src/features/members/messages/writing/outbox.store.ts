import { api, assertRefused, CallError } from '#api/client.ts'
import { $hint } from '#core/live/stream.store.ts'
import { HOUR } from '#lib/clock.ts'
import { asStored, hasSomethingToSee, lengthOf } from '#lib/texts.ts'
import { setCredits } from '#money/credits/credits.store.ts'
import { showToast } from '#ui/toasts.store.ts'
import { bubbleOfUnsent } from '../chat/bubbles.ts'
import { $chat } from '../chat/chat.store.ts'
import { newestOwn } from '../chat/chats.ts'
import { addBubble, changeBubble, showUnsent } from '../chat/current-chat.store.ts'
import { refreshInbox } from '../inbox/current-inbox.store.ts'
import type { sendMessage } from '../messages.contract.ts'
import { endTyping } from '../typing/typing.store.ts'
import { $recorder, type Recorded } from '../voice/recorder.store.ts'
import { forgetRecording, keepRecording, recordingOf } from '../voice/recordings.client.ts'
import type { sendVoice as sendVoiceMessage } from '../voice/voice.contract.ts'
import { $problem, $returned } from './drafts.store.ts'
import { draftKey, forgetDraft } from './drafts.ts'
import { mayWriteHere, showRefusal } from './may-write.store.ts'
import type { WritingRules } from './rules.ts'
import { addToDraft, forgetUnsent, keepUnsent, type Unsent, unsentMessages } from './unsent.ts'

/**
 * The server knows a key for a day: an older message is sent again only when the member says so.
 */
const RESENT_FOR = 20 * HOUR
const FIRST_WAIT = 5000
const MAX_WAIT = 60_000

let timer: ReturnType<typeof setTimeout> | undefined
let wait = FIRST_WAIT
let watching = false
const underWay = new Set<string>()

type Written = { otherId: number; text: string; most: number; rules: WritingRules; isSure: boolean }

/** Sends what is in the composer, and empties it; says there what is wrong with it. */
export function sendWritten({ otherId, text, most, rules, isSure }: Written): void {
  // In another chat by now: it is a draft here.
  if ($chat.get()?.other.userId !== otherId) return
  const body = asStored(text)
  if (!hasSomethingToSee(body)) $problem.set('Please write something first.')
  else if (lengthOf(body) > most) $problem.set(`Please use at most ${most} characters.`)
  else if (send(body, rules, isSure)) {
    forgetDraft(otherId)
    $returned.set({ otherId, body: '' })
  }
}

/**
 * Shows and sends a message. Returns false if the member may not write; the text then stays in the
 * composer.
 */
export function send(body: string, rules: WritingRules, isSure = false): boolean {
  if (!mayWriteHere(rules)) return false
  const chat = $chat.get()
  const message = newMessage(body)
  // The draft's key, under which its form may have sent it already.
  begin({
    ...message,
    key: draftKey(message.otherId),
    after: chat ? newestOwn(chat) : undefined,
    isSure,
    about: chat?.about ?? null,
    replyTo: chat?.replyTo ?? null,
  })
  endTyping()
  forgetAbout()
  return true
}

/** As `send`, for a recording, which is kept before it is shown. */
export async function sendVoice(
  { blob, seconds, key }: Recorded,
  transcript: string,
): Promise<void> {
  const message = newMessage(transcript, key)
  await keepRecording(message.key, blob)
  // Pressed twice.
  if (unsentMessages().some((one) => one.key === message.key)) return
  begin({ ...message, seconds })
}

/** What is written next is about nothing in particular again, and answers no message. */
function forgetAbout(): void {
  const chat = $chat.get()
  if (chat?.about || chat?.replyTo) $chat.set({ ...chat, about: null, replyTo: null })
}

function newMessage(body: string, key: string = crypto.randomUUID()): Unsent {
  const otherId = $chat.get()?.other.userId ?? 0
  return { otherId, key, body, sentAt: new Date().toISOString(), reason: null, waits: true }
}

/**
 * Keeps a message, and sends it when the time to take it back has passed: from this page, or from
 * the next one at that time, so that leaving the page does not lose it.
 */
export function hold(
  message: Pick<Unsent, 'otherId' | 'key' | 'body'>,
  milliseconds: number,
): void {
  const now = Date.now()
  keepUnsent({
    ...message,
    sentAt: new Date(now).toISOString(),
    reason: null,
    waits: true,
    heldUntil: now + milliseconds,
  })
  setTimeout(() => void resume(), milliseconds)
}

/** Returns false if the message has gone out, or is about to. */
export function takeBackHeld(key: string): boolean {
  if (underWay.has(key) || !unsentMessages().some((one) => one.key === key)) return false
  forgetUnsent(key)
  return true
}

function begin(message: Unsent): void {
  keepUnsent(message)
  addBubble(bubbleOfUnsent(message))
  void deliver(message)
}

/** Retries a failed message with the same idempotency key, so that it cannot be delivered twice. */
export function retry(key: string): void {
  const message = unsentMessages().find((one) => one.key === key)
  if (message) void deliver(message)
}

/** Puts a failed message back into the composer, or into the recorder. */
export function discard(key: string): void {
  const message = unsentMessages().find((one) => one.key === key)
  if (message && !underWay.has(key)) void takeBack(message)
}

async function takeBack(message: Unsent): Promise<void> {
  const { otherId, key, body, seconds } = message
  if (seconds === undefined) return returnText(message)
  const blob = await recordingOf(key)
  forgetUnsent(key)
  changeBubble(otherId, key, null)
  if (!blob) return void showToast('This recording is no longer in this browser.')
  $recorder.set({ otherId, recorded: { blob, seconds, key }, transcript: body })
  await forgetRecording(key)
}

/**
 * Sends what waits, one after the other: at the start of a page, and when there is a connection
 * again.
 */
export async function resume(): Promise<void> {
  watch()
  showUnsent()
  clearTimeout(timer)
  for (const message of unsentMessages()) {
    const isRecent = Date.now() - Date.parse(message.sentAt) < RESENT_FOR
    const held = (message.heldUntil ?? 0) - Date.now()
    if (held > 0) {
      setTimeout(() => void resume(), held)
      continue
    }
    if (message.waits && isRecent && !(await deliver(message))) return
  }
  wait = FIRST_WAIT
}

function watch(): void {
  if (watching) return
  watching = true
  addEventListener('online', () => void resume())
  $hint.listen((hint) => {
    if (hint?.type === 'ready') void resume()
  })
}

/** Returns false if there is no use in sending the next one now. */
async function deliver(message: Unsent): Promise<boolean> {
  const { otherId, key } = message
  if (underWay.has(key)) return true
  underWay.add(key)
  show({ ...message, reason: null })
  try {
    const answer = await post(message)
    forgetUnsent(key)
    if (message.seconds !== undefined) await forgetRecording(key)
    changeBubble(otherId, key, { ...answer.message, key, state: 'sent' })
    if (answer.currentCredits !== null) setCredits(answer.currentCredits)
    void refreshInbox()
    return true
  } catch (error) {
    assertRefused(error)
    return refused(message, error)
  } finally {
    underWay.delete(key)
  }
}

async function post({ otherId, key, body, about, replyTo, seconds, isSure = false }: Unsent) {
  const sure = isSure ? ('yes' as const) : undefined
  const named = about ? { [about.kind]: about.id } : {}
  if (seconds === undefined)
    return api.send<typeof sendMessage>('POST /message/chatMessages', {
      body: { id: otherId, body, ...named, replyTo: replyTo?.id, isSure: sure, key },
    })
  const blob = await recordingOf(key)
  if (!blob)
    throw new CallError({
      code: 'invalid',
      status: 0,
      detail: 'This recording is no longer in this browser.',
    })
  const form = new FormData()
  form.set('id', String(otherId))
  form.set('recording', blob)
  form.set('transcript', body)
  form.set('key', key)
  if (sure) form.set('isSure', sure)
  return api.send<typeof sendVoiceMessage>('POST /message/voice', { form })
}

function refused(message: Unsent, error: CallError): boolean {
  if (error.code === 'noCredits' || error.code === 'needsPremium') {
    if (message.heldUntil !== undefined)
      showToast(`Your answer was not sent. ${error.message}`, {
        label: 'See it',
        href: `/messages?with=${message.otherId}`,
      })
    if (message.seconds === undefined) returnText(message)
    else show({ ...message, reason: 'It is not sent yet.', waits: false })
    showRefusal(error.code, message.otherId)
    return true
  }
  if (error.code === 'areYouSure') {
    show({ ...message, reason: 'It is not sent yet.', waits: false })
    void askFirst(message, error.message)
    return true
  }
  const waits = ['offline', 'busy', 'internal', 'tooMany', 'unauthenticated'].includes(error.code)
  const reason =
    error.code === 'offline'
      ? 'No connection. It goes out by itself when there is one.'
      : (error.errors[0]?.message ?? error.message)
  const isShown = show({ ...message, reason, waits })
  if (waits) return tryLater(error.retryAfter)
  if (!isShown)
    showToast(`Your message was not sent. ${reason}`, {
      label: 'See it',
      href: `/messages?with=${message.otherId}`,
    })
  return true
}

/** Yes sends the message as it is; else it is taken back to be edited. */
async function askFirst(message: Unsent, question: string): Promise<void> {
  const { isSureOf } = await import('./are-you-sure.store.ts')
  if (await isSureOf(question)) return void (await deliver({ ...message, isSure: true }))
  await takeBack(message)
  const { otherId } = message
  if ($chat.get()?.other.userId !== otherId)
    showToast('Your message was not sent. It is in the chat.', {
      label: 'Edit it',
      href: `/messages?with=${otherId}`,
    })
}

function tryLater(retryAfter: number | null): false {
  watch()
  clearTimeout(timer)
  timer = setTimeout(() => void resume(), Math.max(wait, (retryAfter ?? 0) * 1000))
  wait = Math.min(MAX_WAIT, wait * 2)
  return false
}

function show(message: Unsent): boolean {
  keepUnsent(message)
  return changeBubble(message.otherId, message.key, bubbleOfUnsent(message))
}

function returnText(message: Unsent): void {
  const { otherId, key, body, about = null, replyTo = null } = message
  forgetUnsent(key)
  changeBubble(otherId, key, null)
  addToDraft(message)
  const chat = $chat.get()
  if ((about || replyTo) && chat?.other.userId === otherId) $chat.set({ ...chat, about, replyTo })
  $returned.set({ otherId, body })
}
