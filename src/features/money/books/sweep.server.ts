import type { Services } from '#api/services.server.ts'
import type { Job } from '#jobs/worker.server.ts'
import { DAY, HOUR, later } from '#lib/clock.ts'
import { brandById } from '#sites/registry.ts'
import { receiveEvent } from '../checkout/receive.server.ts'
import { type Contract, contractOf } from '../orders/contracts.sql.ts'
import { type Provider, providerOf } from '../orders/providers.ts'
import { claimOrder, compareAgain, keepFound, noteSlice } from '../orders/sweep.sql.ts'
import { productOf } from '../prices/offers.ts'
import type { Processor } from '../processors/processor.ts'
import { processorsOf, sellingProvider } from '../processors/processors.server.ts'
import { reportedOf } from '../processors/reports.sql.ts'
import { nightOf } from './night.ts'
import { insertDifference } from './reconciliation.sql.ts'

/** Orders of one run; a processor is asked about each by a call of its own. */
const SLICE = 500
/** After its payment, or the end of its last paid period. */
const COMPARED_FOR = 30 * DAY

/**
 * Asks processors that have no list of payments about each order of late or that renews, once a
 * night and in slices. A processor that does not answer is asked again within the hour.
 */
export const sweepJob: Job = {
  name: 'payment sweep',
  period: HOUR,
  start: (services) => ({ run: (stopping) => sweep(services, stopping) }),
}

async function sweep(services: Services, stopping: AbortSignal): Promise<void> {
  const { db, clock, log } = services
  const at = clock.now()
  const processors = new Map(processorsOf(services).map(({ name, processor }) => [name, processor]))
  const done = new Map<Provider, { checked: number; differences: number }>()
  const silent = new Set<Provider>()
  for (let asked = 0; asked < SLICE && !stopping.aborted; asked += 1) {
    const order = await claimOrder(db, at)
    if (order === null) break
    const contract = await contractOf(db, order)
    const provider = contract && providerOfSale(services, contract)
    const compare = provider && processors.get(provider)?.compare
    if (!contract || !provider || !compare) {
      await compareAgain(db, order, null)
      continue
    }
    if (silent.has(provider)) continue
    try {
      const differences = await compareSale(services, provider, compare, contract, at)
      const { checked, differences: before } = done.get(provider) ?? { checked: 0, differences: 0 }
      done.set(provider, { checked: checked + 1, differences: before + differences })
      await compareAgain(db, order, isOfInterest(contract, at) ? later(nightOf(at), DAY) : null)
    } catch (error) {
      silent.add(provider)
      log.error({ provider, order, error }, 'an order could not be compared; it is tried again')
    }
  }
  for (const [provider, counts] of done)
    await noteSlice(db, { provider, night: nightOf(at), ...counts, at })
}

/** Who was to be paid by, where nobody has paid yet. */
function providerOfSale({ settings }: Services, { brand, paymentReference }: Contract): Provider {
  return paymentReference === null ? sellingProvider(settings, brand) : providerOf(paymentReference)
}

function isOfInterest({ paidAt, paidUntil, endedAt }: Contract, at: Date): boolean {
  const since = later(at, -COMPARED_FOR)
  return (
    paidAt !== null &&
    (paidAt > since || (endedAt === null && paidUntil !== null && paidUntil > since))
  )
}

type Compare = NonNullable<Processor['compare']>

/**
 * How many differences there are. What can be applied goes the same way as the report that was
 * missed.
 */
async function compareSale(
  services: Services,
  provider: Provider,
  compare: Compare,
  contract: Contract,
  at: Date,
): Promise<number> {
  const { db, log } = services
  const sale = { contract, everyDays: everyDaysOf(contract), at }
  let differences = 0
  for (const { kind, event, detail, applies, needsOperator = false } of await compare(
    sale,
    (subscription) => reportedOf(db, provider, subscription),
  )) {
    const outcome = applies ? await receiveEvent(services, provider, event, at) : null
    if (applies) await keepFound(db, provider, event, at)
    if (outcome === 'repeated') continue
    differences += 1
    const said = needsOperator || outcome === null ? detail : outcome
    log.warn(
      { provider, event: event.id, kind, order: event.order, detail: said },
      'a payment differs from what the processor says of it',
    )
    const isRepaired = !needsOperator && (outcome === 'applied' || outcome === 'settledBefore')
    const { id: eventId, type, order } = event
    await insertDifference(db, {
      provider,
      eventId,
      kind,
      type,
      order,
      detail: said,
      foundAt: at,
      closedAt: isRepaired ? at : null,
    })
  }
  return differences
}

function everyDaysOf({ brand, keyword }: Contract): number | null {
  const site = brandById(brand)
  const gives = site && productOf(site, keyword)?.gives
  return gives?.kind === 'premium' && gives.renews ? (gives.then?.days ?? gives.days) : null
}
