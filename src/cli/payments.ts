import { openDatabase } from '../app.server.ts'
import { openEvents } from '../features/billing/gateway/webhook-events.sql.ts'
import { startUp } from '../process/start-up.server.ts'
import { readSettings } from '../settings.ts'

const MOST = 100

const meanings: Partial<Record<string, string>> = {
  otherOrder: 'the gateway’s names are those of another order',
  unknownOrder: 'nobody made this order',
  unknownProduct: 'the brand does not sell this any more',
  wrongAmount: 'not the amount that was ordered',
}

/** `npm run payments`: gateway reports without effect, to be refunded, or granted with `npm run member`. */
await startUp(async () => {
  const database = await openDatabase(readSettings(process.env))
  try {
    const open = await openEvents(database.db, MOST)
    for (const { eventId, receivedAt, outcome, event } of open) {
      const paid = `${event.amount} ${event.currency} for order ${event.order}, payment ${event.reference}`
      process.stdout.write(`${receivedAt.toISOString()}  ${event.type}  ${paid}: ${meanings[outcome ?? ''] ?? 'kept before outcomes were'} (${eventId})\n`)
    }
    if (open.length === 0) process.stdout.write('Everything that the gateway reported was settled.\n')
  } finally {
    await database.close()
  }
})
