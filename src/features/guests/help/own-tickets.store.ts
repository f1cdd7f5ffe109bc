import { atom } from 'nanostores'
import { api, assertRefused } from '#api/client.ts'
import type { answerOwnTicket, listOwnTickets, OwnTicket } from './own-tickets.contract.ts'
import type { saveTicket } from './tickets.contract.ts'

/** The member's last tickets, once something is said on one of them. */
export const $ownTickets = atom<readonly OwnTicket[] | null>(null)

/** Writes to support; the ticket's number, null where the same was sent before. Throws CallError. */
export async function sendTicket(fields: FormData): Promise<number | null> {
  const { number } = await api.send<typeof saveTicket>('POST /help/save', { form: fields })
  // A page that lists them lists this one.
  if ($ownTickets.lc > 0)
    await api
      .send<typeof listOwnTickets>('GET /profile/tickets', {})
      .then(({ tickets }) => $ownTickets.set(tickets), assertRefused)
  return number
}

/** Says more on a ticket; returns the number of the one that has it now. Throws CallError. */
export async function answerTicket(fields: FormData): Promise<number> {
  const { number, tickets } = await api.send<typeof answerOwnTicket>(
    'POST /profile/tickets/answer',
    { form: fields },
  )
  $ownTickets.set(tickets)
  return number
}
