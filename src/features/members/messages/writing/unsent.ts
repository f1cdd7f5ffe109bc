import { DRAFTS, OUTBOX } from '#core/accounts/stored-user.ts'
import type { ShownPart } from '#members/likes/parts.contract.ts'
import type { Message } from '../messages.contract.ts'
import { type Draft, draftFor, drafts, isDraft, keepDraft, read, write } from './drafts.ts'

/**
 * What a member wrote and the server may not have yet: kept in this browser, so that it survives
 * navigation, a reload and a crash. Each account has its own; signing out deletes it.
 */
export type Unsent = {
  otherId: number
  /** The idempotency key, the same with each try. */
  key: string
  body: string
  /** What of the other's profile it is about. */
  about?: ShownPart | null
  /** The message that it answers. */
  replyTo?: Message['replyTo']
  /** Length of a voice message, whose sound is kept by its key (recordings.client.ts). */
  seconds?: number
  sentAt: string
  /** Why the last try failed; null while its answer is awaited. */
  reason: string | null
  /** Whether another try can help: there was no connection, or the server was busy. */
  waits: boolean
  /** Whether the member has answered “are you sure?” with yes. */
  isSure?: boolean
  /** Until when it can be taken back: milliseconds since 1970. */
  heldUntil?: number
  /** As of a draft. */
  after?: number | undefined
}

export function unsentMessages(): readonly Unsent[] {
  return Object.values(read(OUTBOX)).filter(isUnsent)
}

export function keepUnsent(message: Unsent): void {
  const all = unsentMessages()
  const isKnown = all.some(({ key }) => key === message.key)
  write(
    OUTBOX,
    isKnown ? all.map((one) => (one.key === message.key ? message : one)) : [...all, message],
  )
}

export function forgetUnsent(key: string): void {
  write(
    OUTBOX,
    unsentMessages().filter((one) => one.key !== key),
  )
}

const isUnsent = (value: unknown): value is Unsent =>
  isDraft(value) &&
  'otherId' in value &&
  Number.isSafeInteger(value.otherId) &&
  'sentAt' in value &&
  typeof value.sentAt === 'string'

/**
 * Puts a message that was not sent back before what has been typed since. Alone it keeps its key:
 * it may have arrived.
 */
export function addToDraft({ otherId, body, key, after }: Draft & { otherId: number }): void {
  const typed = draftFor(otherId)
  if (typed !== '') return keepDraft(otherId, `${body}\n${typed}`, { after })
  write(DRAFTS, { ...drafts(), [otherId]: { body, key, after } satisfies Draft })
}
