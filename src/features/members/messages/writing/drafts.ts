import { $user } from '#core/accounts/session.store.ts'
import { DRAFTS } from '#core/accounts/stored-user.ts'
import { localKept, readKept } from '#lib/browser.ts'

/**
 * `key`: the one under which the draft goes out, by a form or a script, until it is sent, so that
 * sending it again changes nothing. `after`: the member's newest message of the chat when it was
 * last changed; unknown outside the chat.
 */
export type Draft = { body: string; key: string; after?: number | undefined }
type Drafts = Record<string, Draft>
type Kept = { userId: number; value: object }

/** Keys of drafts that were sent from this page. */
const usedUp = new Set<string>()

/** In whose place the draft of an opener to several members is kept. */
export const SEVERAL = 0

export function draftFor(otherId: number): string {
  return drafts()[otherId]?.body ?? ''
}

/**
 * The key under which what is written to somebody goes out next; `first` is the page's own, if it
 * is not used up.
 */
export function draftKey(otherId: number, first?: string): string {
  return (
    drafts()[otherId]?.key ??
    (first === undefined || usedUp.has(first) ? crypto.randomUUID() : first)
  )
}

export function keepDraft(
  otherId: number,
  body: string,
  { key, after }: Partial<Omit<Draft, 'body'>> = {},
): void {
  if (body === '') return forgetDraft(otherId)
  write(DRAFTS, {
    ...drafts(),
    [otherId]: { body, key: draftKey(otherId, key), after } satisfies Draft,
  })
}

/** For a draft that was sent or deleted: what is written next is another message. */
export function forgetDraft(otherId: number): void {
  const { [otherId]: gone, ...others } = drafts()
  if (!gone) return
  usedUp.add(gone.key)
  write(DRAFTS, others)
}

/**
 * Forgets a draft that the chat shows as sent, and returns it: by its form while the script was on
 * its way, from elsewhere, or with an answer that was lost. What this page sends has a key of its
 * own, and its draft went with it.
 */
export function forgetIfSent(
  otherId: number,
  bubbles: ReadonlyArray<{ id: number; key: string; isMine: boolean; body: string | null }>,
): string | null {
  const draft = drafts()[otherId]
  if (draft?.after === undefined) return null
  const { body: kept, after } = draft
  const text = kept.normalize('NFC').trim()
  if (
    !bubbles.some(
      ({ id, key, isMine, body }) => isMine && id > after && key === String(id) && body === text,
    )
  )
    return null
  forgetDraft(otherId)
  return kept
}

export function drafts(): Drafts {
  return Object.fromEntries(
    Object.entries(read(DRAFTS)).filter((entry): entry is [string, Draft] => isDraft(entry[1])),
  )
}

/**
 * The member's own; empty where there is nothing, or nothing of this kind: what is damaged is
 * nobody's.
 */
export function read(name: string): Record<string, unknown> {
  // Not `get()`, which mounts a store that nobody listens to.
  const userId = $user.value?.userId
  const kept = readKept(localKept.getItem(name))
  return userId !== undefined &&
    isObject(kept) &&
    kept['userId'] === userId &&
    isObject(kept['value'])
    ? kept['value']
    : {}
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
export const isDraft = (value: unknown): value is Draft =>
  isObject(value) && typeof value['body'] === 'string' && typeof value['key'] === 'string'

export function write(name: string, value: object): void {
  const userId = $user.value?.userId
  if (userId === undefined) return
  if (Object.keys(value).length === 0) localKept.removeItem(name)
  else localKept.setItem(name, JSON.stringify({ userId, value } satisfies Kept))
}
