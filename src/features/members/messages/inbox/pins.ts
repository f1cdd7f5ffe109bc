/** Conversations of a member that stand first, at most. */
export const MAX_PINNED = 5

type Place = { pinnedAt: string | null; lastMessageAt: string }

/** As the server has them: what was pinned last comes first, then the newest conversation. */
export function inPlace<Row extends Place>(rows: readonly Row[]): Row[] {
  return rows.toSorted(
    (one, other) =>
      falling(one.pinnedAt ?? '', other.pinnedAt ?? '') ||
      falling(one.lastMessageAt, other.lastMessageAt),
  )
}

/** Times in ISO format are in the order of their texts. */
const falling = (one: string, other: string) => (one === other ? 0 : one < other ? 1 : -1)
