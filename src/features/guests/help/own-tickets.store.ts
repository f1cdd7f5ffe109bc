import { atom } from 'nanostores'
import { api } from '../../../api/client.ts'
import type { answerOwnTicket, OwnTicket } from './own-tickets.contract.ts'

/** The member's last tickets, once something is said on one of them. */
export const $ownTickets = atom<readonly OwnTicket[] | null>(null)

/** Says more on a ticket; returns the number of the one that has it now. Throws CallError. */
export async function answerTicket(fields: FormData): Promise<number> {
  const { number, tickets } = await api.send<typeof answerOwnTicket>(
    'POST /profile/tickets/answer',
    { form: fields },
  )
  $ownTickets.set(tickets)
  return number
}
