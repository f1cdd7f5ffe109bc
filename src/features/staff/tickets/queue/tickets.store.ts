import { atom } from 'nanostores'
import { api, assertRefused } from '#api/client.ts'
import type { Answer } from '#api/contract.ts'
import { createTurns } from '#ui/answer-turns.ts'
import type { FormValues } from '#ui/form-answer.ts'
import { partOf, queuePath, type TicketQueuePart } from './ticket-list.ts'
import type { getTickets } from './ticket-queue.contract.ts'

/** The list with the ticket that is open beside it. */
export type TicketsView = {
  part: TicketQueuePart
  queue: Answer<typeof getTickets>
  /** Of what was done last; '' for nothing. */
  said: string
  /** Of the first answer to the ticket that is shown. */
  formKey: string
  now: string
}

export type BrandNames = Readonly<Record<string, string>>

/** A form that was posted without script and refused. */
export type RefusedAct = {
  problem: { detail: string; errors?: Array<{ field: string; message: string }> }
  values: FormValues
}

export const $tickets = atom<TicketsView | null>(null)
/** Why the list, or a ticket, could not be shown. */
export const $ticketsTrouble = atom('')

export const seedTickets = (view: TicketsView | null): void => $tickets.set(view)

const turns = createTurns()

/** What of the list an address shows, and which ticket; `said` of what was just done. */
export async function showTickets(address: string, said = ''): Promise<void> {
  const isCurrent = turns()
  const query = new URL(address, location.href).searchParams
  const part = partOf(query)
  const ticket = Number(query.get('ticket')) || undefined
  $ticketsTrouble.set('')
  try {
    const queue = await api.send<typeof getTickets>('GET /staff/tickets', {
      query: { ...part, ...(ticket === undefined ? {} : { ticket }) },
    })
    if (!isCurrent()) return
    $tickets.set({
      part,
      queue,
      said,
      formKey: crypto.randomUUID(),
      now: new Date().toISOString(),
    })
  } catch (error) {
    assertRefused(error)
    if (isCurrent()) $ticketsTrouble.set(error.message)
  }
}

/** Opens a ticket beside the list; null closes it. */
export async function choose(ticket: number | null): Promise<void> {
  const view = $tickets.get()
  if (!view) return
  const address = queuePath({ ...view.part, ticket })
  history.pushState(null, '', address)
  await showTickets(address)
}

/** After a step back or forward. */
export const showAddress = (): Promise<void> => showTickets(location.href)

/**
 * The ticket before or after the one that is open, by the list's order; false where there is none.
 */
export function chooseNext(by: 1 | -1): boolean {
  const view = $tickets.get()
  const { tickets = [], chosen = null } = view?.queue ?? {}
  const index = tickets.findIndex(({ id }) => id === chosen?.id)
  const next = tickets[index === -1 ? (by === 1 ? 0 : tickets.length - 1) : index + by]
  if (next) void choose(next.id)
  return next !== undefined
}
