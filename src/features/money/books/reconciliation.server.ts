import type { Services } from '#api/services.server.ts'
import type { Job } from '#jobs/worker.server.ts'
import { DAY, HOUR, later } from '#lib/clock.ts'
import { receiveEvent } from '../checkout/receive.server.ts'
import { isAhead } from '../orders/event-time.ts'
import type { Provider } from '../orders/providers.ts'
import { eventsBetween, keptEvents } from '../orders/webhook-events.sql.ts'
import type { GatewayEvent } from '../processors/gateway/webhook.contract.ts'
import type { Processor } from '../processors/processor.ts'
import { processorsOf } from '../processors/processors.server.ts'
import { nightOf } from './night.ts'
import {
  type Difference,
  insertDifference,
  lastReconciliation,
  noteReconciliation,
} from './reconciliation.sql.ts'

/** Compared again each night, since a processor may list late. */
const OVERLAP = 3 * DAY
const FIRST_WINDOW = 30 * DAY
/** What happened just now may be reported and not yet listed. */
const UNLISTED_AFTER = HOUR

/**
 * Compares each processor's list with what it reported, once a night; a failed night is tried again
 * within the hour.
 */
export const reconciliationJob: Job = {
  name: 'reconciliation',
  period: HOUR,
  start: (services) => ({
    async run(stopping) {
      for (const { name, processor } of processorsOf(services)) {
        if (!processor.list) continue
        const night = nightOf(services.clock.now())
        const last = await lastReconciliation(services.db, name)
        if (stopping.aborted || (last && last.night >= night)) continue
        await reconcile(services, name, processor.list, {
          night,
          from: last?.coveredUntil ?? null,
        }).catch((error: unknown) =>
          services.log.error(
            { provider: name, error },
            'payments could not be compared; it is tried again',
          ),
        )
      }
    },
  }),
}

type List = NonNullable<Processor['list']>

async function reconcile(
  services: Services,
  provider: Provider,
  list: List,
  { night, from: covered }: { night: Date; from: Date | null },
): Promise<void> {
  const { db, clock, log } = services
  const at = clock.now()
  const window = { from: later(covered ?? later(at, OVERLAP - FIRST_WINDOW), -OVERLAP), until: at }
  const listed = new Set<string>()
  let differences = 0
  const note = async (
    kind: Difference['kind'],
    eventId: string,
    { type, order }: Pick<GatewayEvent, 'type' | 'order'>,
    detail: string,
    isRepaired: boolean,
  ) => {
    differences += 1
    log.warn(
      { provider, event: eventId, kind, order, detail },
      'a payment differs from the processor’s list',
    )
    await insertDifference(db, {
      provider,
      eventId,
      kind,
      type,
      order,
      detail,
      foundAt: at,
      closedAt: isRepaired ? at : null,
    })
  }

  for (let after: string | null = null, isLast = false; !isLast;) {
    const page: Awaited<ReturnType<List>> = await list(window, after)
    const kept = await keptEvents(
      db,
      provider,
      page.transactions.map(({ id }) => id),
    )
    for (const event of page.transactions) {
      listed.add(event.id)
      const known = kept.get(event.id)
      if (!known && isAhead(new Date(event.occurredAt), at)) {
        await note(
          'missed',
          event.id,
          event,
          'it is listed for a time that is still to come',
          false,
        )
      } else if (!known) {
        // The same way as the webhook that was missed: with its locks, its checks and its mails.
        const outcome = await receiveEvent(services, provider, event, at)
        if (outcome !== 'repeated')
          await note(
            'missed',
            event.id,
            event,
            outcome,
            outcome === 'applied' || outcome === 'settledBefore',
          )
      } else if (sumOf(known) !== sumOf(event)) {
        await note(
          'altered',
          event.id,
          event,
          `reported ${sumOf(known)}, listed ${sumOf(event)}`,
          false,
        )
      }
    }
    isLast = page.next === null || page.next === after
    after = page.next
  }
  for (const [id, event] of await eventsBetween(
    db,
    provider,
    window.from,
    later(at, -UNLISTED_AFTER),
  )) {
    if (!listed.has(id))
      await note('unlisted', id, event, `reported ${sumOf(event)}, not listed`, false)
  }
  await noteReconciliation(db, {
    provider,
    night,
    coveredUntil: window.until,
    checked: listed.size,
    differences,
    at,
  })
}

const sumOf = ({
  type,
  order,
  reference,
  amount,
  currency,
}: Pick<GatewayEvent, 'type' | 'order' | 'reference' | 'amount' | 'currency'>) =>
  `${type} of ${amount} ${currency} for order ${order}, payment ${reference}`
