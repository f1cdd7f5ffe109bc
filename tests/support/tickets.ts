import type { saveTicket } from '../../src/features/guests/help/tickets.contract.ts'
import type { TestApp, Visitor } from './app.ts'

type Question = { message?: string; subject?: string; email?: string }

let asked = 0

/** Writes to support as the help page does, however often; returns the ticket's number. */
export async function asksSupport(
  app: TestApp,
  visitor: Visitor,
  { message = 'How do I change my town?', ...more }: Question = {},
): Promise<number> {
  asked += 1
  await app.services.db.deleteFrom('rate_limits').execute()
  await visitor.send<typeof saveTicket>('POST /help/save', {
    body: { subject: `Question ${asked}`, message, ...more },
  })
  const { id } = await app.services.db
    .selectFrom('tickets')
    .select(({ fn }) => fn.max('id').as('id'))
    .executeTakeFirstOrThrow()
  return id
}
