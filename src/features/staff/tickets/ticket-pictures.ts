import type { TicketPicture } from '../../guests/help/own-tickets.contract.ts'

export function ticketPictureName(key: string): string {
  return `${key}-ticket.webp`
}

export function readTicketPictureName(name: string): string | null {
  return /^([a-f0-9]{32})-ticket\.webp$/.exec(name)?.[1] ?? null
}

type Of = { ticketId: number; answerId: number | null }

/** Those of a question (`answerId` null) or of an answer, as pages show them. */
export function picturesWith(
  pictures: ReadonlyArray<Of & TicketPicture>,
  { ticketId, answerId }: Of,
): TicketPicture[] {
  return pictures
    .filter((one) => one.ticketId === ticketId && one.answerId === answerId)
    .map(({ id, width, height }) => ({ id, width, height }))
}
