import { DAY, MINUTE } from '#lib/clock.ts'

/** A photo for one view that nobody opened ends. */
export const VIEW_ONCE_LASTS = 7 * DAY
/**
 * After it was seen, a report can still keep it; then its file is deleted, or as soon as it is
 * closed.
 */
export const REPORTABLE_FOR = 15 * MINUTE

export type ViewOnceState = 'checking' | 'waiting' | 'seen' | 'ended' | 'withdrawn' | 'refused'
export type ViewOnce = {
  state: ViewOnceState
  /** When it was seen, withdrawn, refused or ended. */
  at: string | null
  until: string
}

type Stored = {
  endsAt: Date
  approvedAt: Date | null
  refusedAt: Date | null
  seenAt: Date | null
  withdrawnAt: Date | null
}

export function viewOnceOf(
  { endsAt, approvedAt, refusedAt, seenAt, withdrawnAt }: Stored,
  now: Date,
): ViewOnce {
  const until = endsAt.toISOString()
  const since = (state: ViewOnceState, at: Date): ViewOnce => ({
    state,
    at: at.toISOString(),
    until,
  })
  if (seenAt) return since('seen', seenAt)
  if (withdrawnAt) return since('withdrawn', withdrawnAt)
  if (refusedAt) return since('refused', refusedAt)
  if (endsAt <= now) return since('ended', endsAt)
  return { state: approvedAt ? 'waiting' : 'checking', at: null, until }
}

/** What the tile says; `when` is the time of `at`, or of `until` where it waits. */
export function viewOnceInWords(state: ViewOnceState, isMine: boolean, when: string): string {
  const words: Record<ViewOnceState, [mine: string, theirs: string]> = {
    checking: [
      'We check it before it can be seen.',
      'It is being checked, and can be seen after that.',
    ],
    waiting: [`Not seen yet. It ends ${when}.`, `You can see it once, until ${when}.`],
    seen: [`Seen ${when}. It is deleted.`, `You saw it ${when}. It is deleted.`],
    ended: [`It ended ${when}, unseen.`, `It ended ${when}.`],
    withdrawn: [`You withdrew it ${when}.`, 'It was withdrawn.'],
    refused: ['It does not fit our rules and was not shown.', 'It is not shown.'],
  }
  return words[state][isMine ? 0 : 1]
}

export function viewOnceName(key: string): string {
  return `${key}-once.webp`
}

export function readViewOnceName(name: string): string | null {
  return /^([a-f0-9]{32})-once\.webp$/.exec(name)?.[1] ?? null
}
