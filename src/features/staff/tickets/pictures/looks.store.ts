import { api, assertRefused } from '#api/client.ts'
import type { actOnTicket } from '../queue/ticket-queue.contract.ts'

/** Puts on record that the pictures of a ticket are seen sharp. */
export async function noteLook(ticket: number): Promise<void> {
  await api
    .send<typeof actOnTicket>('POST /staff/ticket', { body: { act: 'reveal', id: ticket } })
    .catch(assertRefused)
}
