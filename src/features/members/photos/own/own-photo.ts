import type { OwnPhoto } from './photos.contract.ts'

type Shown = {
  name: string
  /** Of the badges, those that apply. */
  badges: Record<'main' | 'private' | 'waiting' | 'rejected', boolean>
  reason: string
  /** Address of the statement of reasons. */
  statement: string | null
  mayComeFirst: boolean
  isFirst: boolean
  isLast: boolean
}

/** What the tile of a member's own photo shows: the page and its script fill it alike. */
export function tileOf(
  { status, isPrimary, isPrivate, description, rejectReason, statement }: OwnPhoto,
  index: number,
  count: number,
): Shown {
  return {
    name: description || `photo ${index + 1}`,
    badges: {
      main: isPrimary,
      private: isPrivate,
      waiting: status === 'waiting',
      rejected: status === 'rejected',
    },
    reason: status === 'rejected' ? (rejectReason ?? 'This photo does not fit our rules.') : '',
    statement: status === 'rejected' ? statement : null,
    mayComeFirst: status === 'approved' && !isPrimary && !isPrivate,
    isFirst: index === 0,
    isLast: index === count - 1,
  }
}
