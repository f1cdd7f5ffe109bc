import { recordOperatorAct } from '#core/audit/audit.sql.ts'
import type { Db } from '#db/connection.server.ts'
import { DAY, HOUR, later } from '#lib/clock.ts'
import { closeDifference, differencesSince } from '#money/books/reconciliation.sql.ts'
import { closeReviews, openChargebacks } from '#money/contracts/dunning/chargebacks.sql.ts'
import { openEvents } from '#money/orders/webhook-events.sql.ts'
import { unsettledReports } from '#money/processors/reports.sql.ts'
import { saleStatusOf } from '#money/processors/sale-status.server.ts'
import { openDatabase } from '#process/database.server.ts'
import { readSettings } from '#settings.ts'

const MOST = 100
const SHOWN_DAYS = 30

const meanings: Partial<Record<string, string>> = {
  otherOrder: 'the processor’s names are those of another order',
  otherShop: 'it was paid in the shop of another brand',
  unanswered: 'the processor could not be asked',
  unconfirmed: 'the processor says otherwise',
  unknownOrder: 'nobody made this order',
  unknownProduct: 'the brand does not sell this any more',
  unknownSubscription: 'nobody has this subscription',
  wrongAmount: 'not the amount that was ordered',
}

async function list(db: Db): Promise<string[]> {
  const lines: string[] = []
  const say = (line: string) => void lines.push(line)
  const open = await openEvents(db, MOST)
  for (const { eventId, receivedAt, outcome, event } of open) {
    const paid = `${event.amount} ${event.currency} for order ${event.order}, payment ${event.reference}`
    say(
      `${receivedAt.toISOString()}  ${event.type}  ${paid}: ${meanings[outcome ?? ''] ?? 'kept before outcomes were'} (${eventId})`,
    )
  }
  const waiting = await unsettledReports(db, later(new Date(), -HOUR), MOST)
  for (const { provider, eventId, kind, order, receivedAt, outcome } of waiting) {
    say(
      `${receivedAt.toISOString()}  ${provider} reported ${kind}${order === null ? '' : ` of order ${order}`}: ${meanings[outcome ?? ''] ?? 'it waits'} (${eventId})`,
    )
  }
  const chargebacks = await openChargebacks(db, MOST)
  for (const { at, accountId, order, amount, currency, reference, reason } of chargebacks) {
    say(
      `${at.toISOString()}  account ${accountId} is under review: a bank took back ${amount} ${currency} of order ${order}, payment ${reference}${reason === null ? '' : ` (${reason})`}`,
    )
  }
  const differences = await differencesSince(db, later(new Date(), -SHOWN_DAYS * DAY), MOST)
  for (const { foundAt, kind, provider, eventId, detail, type, order, closedAt } of differences) {
    say(
      `${foundAt.toISOString()}  ${closedAt === null ? 'OPEN' : 'closed'}  ${provider}: ${kind} ${type} of order ${order}: ${meanings[detail] ?? detail} (${eventId})`,
    )
  }
  const isDone =
    [open, waiting, chargebacks].every((found) => found.length === 0) &&
    differences.every(({ closedAt }) => closedAt !== null)
  if (isDone) say('Everything that was reported was settled.')
  return lines
}

type Env = Readonly<Record<string, string | undefined>>

export async function runPayments(words: readonly string[], env: Env): Promise<string[]> {
  const [act, name = ''] = words
  const settings = readSettings(env)
  const database = await openDatabase(settings)
  try {
    const at = new Date()
    if (act === undefined) return await list(database.db)
    if (act === 'status')
      return (
        (await saleStatusOf(database.db, settings, Number(name) || 0)) ?? [
          'No processor can be asked about this order.',
        ]
      )
    const closed = await database.db.transaction().execute(async (trx) => {
      const count =
        act === 'reviewed'
          ? await closeReviews(trx, Number(name) || 0, at)
          : act === 'settled'
            ? await closeDifference(trx, name, at)
            : 0
      if (count > 0)
        await recordOperatorAct(trx, at, {
          action: `payments.${act}`,
          subjectId: act === 'reviewed' ? Number(name) : null,
          details: { name },
        })
      return count
    })
    return [
      closed === 0
        ? 'Nothing was open. Use: npm run payments [-- reviewed <account number> | settled <event> | status <order number>]'
        : `Closed: ${closed}.`,
    ]
  } finally {
    await database.close()
  }
}
