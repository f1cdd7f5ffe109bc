import { $user } from '../accounts/session.store.ts'
import { DRAFTS, OUTBOX } from '../accounts/stored-user.ts'
import type { ShownPart } from '../matching/parts.contract.ts'

/**
 * What a member wrote and the server may not have yet: kept in this browser, so that it survives navigation, a reload
 * and a crash. Each account has its own; signing out deletes it.
 */
export type Unsent = {
  otherId: number
  /** The idempotency key, the same with each try. */
  key: string
  body: string
  /** What of the other's profile it is about. */
  about?: ShownPart | null
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
}
type Drafts = Record<string, string>
type Kept<T> = { userId: number; value: T }

/** In whose place the draft of an opener to several members is kept. */
export const SEVERAL = 0

export function draftFor(otherId: number): string {
  return drafts()[otherId] ?? ''
}

export function keepDraft(otherId: number, body: string): void {
  const { [otherId]: _, ...others } = drafts()
  write(DRAFTS, body === '' ? others : { ...others, [otherId]: body })
}

export function unsentMessages(): readonly Unsent[] {
  return read<readonly Unsent[]>(OUTBOX) ?? []
}

export function keepUnsent(message: Unsent): void {
  const all = unsentMessages()
  const isKnown = all.some(({ key }) => key === message.key)
  write(OUTBOX, isKnown ? all.map((one) => (one.key === message.key ? message : one)) : [...all, message])
}

export function forgetUnsent(key: string): void {
  write(
    OUTBOX,
    unsentMessages().filter((one) => one.key !== key),
  )
}

const drafts = () => read<Drafts>(DRAFTS) ?? {}

function read<T>(name: string): T | null {
  // Not `get()`, which mounts a store that nobody listens to.
  const userId = $user.value?.userId
  const text = localStorage.getItem(name)
  if (userId === undefined || text === null) return null
  const kept = JSON.parse(text) as Kept<T>
  return kept.userId === userId ? kept.value : null
}

function write(name: string, value: object): void {
  const userId = $user.value?.userId
  if (userId === undefined) return
  if (Object.keys(value).length === 0) localStorage.removeItem(name)
  else localStorage.setItem(name, JSON.stringify({ userId, value } satisfies Kept<object>))
}
