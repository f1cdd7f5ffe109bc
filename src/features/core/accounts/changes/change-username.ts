import { DAY, later } from '#lib/clock.ts'

/** A username is changed at most once in this time, so that others recognise whom they write to. */
export const DAYS_BETWEEN_NAMES = 30
/** How long a name that was given up stays its member's: nobody else can be taken for them. */
export const DAYS_NAME_IS_HELD = 90

/** From when a member may change their username; null if they never did. */
export function mayRenameFrom(changedAt: Date | null): Date | null {
  return changedAt && later(changedAt, DAYS_BETWEEN_NAMES * DAY)
}

/** Names given up before this are free. */
export function heldSince(at: Date): Date {
  return later(at, -DAYS_NAME_IS_HELD * DAY)
}
