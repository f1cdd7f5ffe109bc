import { type Handler, handle } from '#api/call.server.ts'
import { ApiError } from '#api/errors.ts'
import type { Services } from '#api/services.server.ts'
import { isPaidBy } from '#money/orders/orders.sql.ts'
import { isToGoBack } from '#money/orders/refunds.sql.ts'
import { compareAgain } from '#money/orders/sweep.sql.ts'
import { keptEvents } from '#money/orders/webhook-events.sql.ts'
import { eventIdOf } from '../event-id.server.ts'
import type { GatewayEvent } from '../gateway/webhook.contract.ts'
import type { Receive } from '../processor.ts'
import { foundPeriod } from './compare.ts'
import { eventOf } from './postback.ts'
import { isSignedPostback, type Parameters } from './signature.server.ts'
import { verotelWebhook } from './verotel.contract.ts'

/** Verotel repeats a postback that was not answered `OK`; the first of a sale, it pays back. */
export const verotelHandlers = (receive: Receive): Handler[] => [
  handle(verotelWebhook, async ({ request, services, at }) => {
    const { signature = '', ...parameters } = parametersOf(new URL(request.url).searchParams)
    const brand = brandOfShop(services, { signature, ...parameters })
    const event = eventOf(parameters, eventIdOf(parameters), at)
    if ('refusal' in event) {
      services.log.error(
        { provider: 'verotel', brand, refusal: event.refusal, parameters: Object.keys(parameters) },
        'a payment was reported that cannot be read',
      )
      return answer('ERROR', 422)
    }
    const type = (await isPeriodFound(services, event, parameters))
      ? 'subscription.charged'
      : event.type
    const outcome = await receive(services, 'verotel', { ...event, type, brand }, at)
    // A second cancellation, after the first was taken back, has the words of the first: Verotel is
    // asked which holds.
    if (outcome === 'repeated' && type === 'subscription.cancelled')
      await compareAgain(services.db, event.order, at)
    return isFirstCharge(event) && !(await isTaken(services, event))
      ? answer(`ERROR ${outcome}`, 409)
      : answer('OK', 200)
  }),
]

/** Whether a payment has paid its order, or is ours to pay back because another one had. */
async function isTaken({ db }: Services, { order, reference }: GatewayEvent): Promise<boolean> {
  return (await isPaidBy(db, order, reference)) || isToGoBack(db, reference)
}

/**
 * Whether a nightly comparison gave the period that this renewal pays for, before its report came.
 */
async function isPeriodFound(
  { db }: Services,
  { type }: GatewayEvent,
  { saleID = '', nextChargeOn = '' }: Parameters,
): Promise<boolean> {
  if (type !== 'subscription.renewed') return false
  const id = foundPeriod(saleID, nextChargeOn)
  return (await keptEvents(db, 'verotel', [id])).has(id)
}

/** `upgrade` charges for what our orders never ask. */
const isFirstCharge = ({ type }: GatewayEvent) =>
  type === 'payment.approved' || type === 'verotel.upgrade'

function answer(text: string, status: number): Response {
  return new Response(text, {
    status,
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' },
  })
}

/**
 * Refuses a parameter that comes twice: the signature would be of one, and the event of the other.
 */
function parametersOf(query: URLSearchParams): Parameters {
  const parameters = Object.fromEntries(query)
  if (Object.keys(parameters).length !== query.size) throw notSigned()
  return parameters
}

/** Whose shop signed this. Does not say which part is wrong, so that a forger learns nothing. */
function brandOfShop({ settings }: Pick<Services, 'settings'>, parameters: Parameters): string {
  const [brand, shop] =
    [...(settings.verotel?.shops ?? [])].find(([, { shop: id }]) => id === parameters['shopID']) ??
    []
  if (brand === undefined || !shop || !isSignedPostback(parameters, shop.key)) throw notSigned()
  return brand
}

function notSigned(): ApiError {
  return new ApiError('forbidden', 'This request is not signed as it should be.')
}
