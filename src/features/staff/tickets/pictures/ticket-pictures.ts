import type { TicketPicture } from '#guests/help/own-tickets.contract.ts'

export function ticketPictureName(key: string): string {
  return `${key}-ticket.webp`
}

export function readTicketPictureName(name: string): string | null {
  return /^([a-f0-9]{32})-ticket\.webp$/.exec(name)?.[1] ?? null
}

type Of = { ticketId: number; answerId: number | null; replyId: number | null; isHeld: boolean }
type About = { ticketId: number; answerId?: number; replyId?: number }

/**
 * Those of an answer or a reply, as pages show them; of the question where neither is given.
 * `isHeld`: those that are held back, and no others.
 */
export function picturesWith(
  pictures: ReadonlyArray<Of & TicketPicture>,
  { ticketId, answerId, replyId }: About,
  isHeld = false,
): TicketPicture[] {
  return pictures
    .filter(
      (one) =>
        one.isHeld === isHeld &&
        one.ticketId === ticketId &&
        one.answerId === (answerId ?? null) &&
        one.replyId === (replyId ?? null),
    )
    .map(({ id, width, height }) => ({ id, width, height }))
}
