import { z } from 'zod'
import { SECOND } from '#lib/clock.ts'
import { jsonIn } from '#lib/json.ts'
import { decimalOf } from '../decimals.ts'
import { saleStatusAddress, type Shop } from './start-order.server.ts'

/** `origin` is the Control Center's; it has a name and password of its own. */
export type ControlCenter = { origin: string; user: string; password: string }

const TIMEOUT = 10 * SECOND

const success = z.object({ is_success: z.literal(true) })
const failure = z.object({ error: z.object({ title: z.string() }) })
const ALREADY_CANCELLED = 'This sale is already cancelled.'

/**
 * Throws unless the sale is cancelled, now or before. Path, header and answers: Verotel's own
 * WooCommerce plugin.
 */
export async function cancelSale(
  center: ControlCenter,
  sale: string,
  timeout = TIMEOUT,
): Promise<void> {
  const { status, json } = await ask(center, `/sale/${sale}/cancel`, {}, timeout)
  if (status === 412 && failure.safeParse(json).data?.error.title === ALREADY_CANCELLED) return
  assertSuccess('cancel', status, json)
}

/**
 * Throws unless confirmed; a refund that was made in spite of that is confirmed by its postback.
 * That transactions can be refunded, in part, is public (blog.verotel.com/tag/control-center); the
 * path and field are in a document that is given out on request: these follow the path of `cancel`
 * and must be compared with it before the first refund.
 */
export async function refundTransaction(
  center: ControlCenter,
  transaction: string,
  amount: number,
  timeout = TIMEOUT,
): Promise<void> {
  const { status, json } = await ask(
    center,
    `/transaction/${transaction}/refund`,
    { amount: decimalOf(amount) },
    timeout,
  )
  assertSuccess('refund', status, json)
}

export type SaleStatus = Readonly<Record<string, string>>

/**
 * What FlexPay says of a sale, `saleResult` among it: lines of `name: value`. Throws unless there
 * are some.
 */
export async function saleStatus(
  origin: string,
  shop: Shop,
  sale: { saleID: string } | { referenceID: string },
  timeout = TIMEOUT,
): Promise<SaleStatus> {
  const answer = await fetch(saleStatusAddress(origin, shop, sale), {
    redirect: 'error',
    signal: AbortSignal.timeout(timeout),
  })
  const text = await answer.text()
  const found = Object.fromEntries(
    [...text.matchAll(/^(\w+): *(.*)$/gm)].map(([, name = '', value = '']) => [
      name,
      value.trim().replaceAll(/^(['"])(.*)\1$/g, '$2'),
    ]),
  )
  if (!answer.ok || /^\s*</.test(text) || Object.keys(found).length === 0)
    throw new Error(`salestatus was answered ${answer.status}, with no status in it`)
  return found
}

async function ask(
  { origin, user, password }: ControlCenter,
  path: string,
  fields: Record<string, string>,
  timeout: number,
) {
  const answer = await fetch(`${origin}/api${path}`, {
    method: 'POST',
    headers: {
      Authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`,
      Accept: 'application/json; version=1.5.0',
    },
    body: new URLSearchParams(fields),
    redirect: 'error',
    signal: AbortSignal.timeout(timeout),
  })
  const text = await answer.text()
  // A proxy's HTML is no answer of the Control Center.
  return { status: answer.status, json: jsonIn(text) }
}

function assertSuccess(what: string, status: number, json: unknown): void {
  if (status === 200 && success.safeParse(json).success) return
  const title = failure.safeParse(json).data?.error.title.slice(0, 200) ?? 'no reason'
  throw new Error(`Verotel did not confirm a ${what}: ${status}, ${title}`)
}
