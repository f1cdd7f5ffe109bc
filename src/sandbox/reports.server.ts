import { randomUUID } from 'node:crypto'
import { request } from 'node:http'
import { SECOND } from '../lib/clock.ts'
import { signatureOf } from '../lib/signature.server.ts'
import type { Payment } from './charges.ts'

/** `host` is the request's Host header: Node does not resolve `*.localhost`, so it connects to `address`. */
export type Merchant = { address: string; host: string; secret: string }
export type ReportType = 'payment.approved' | 'payment.declined' | 'payment.refunded' | 'subscription.renewed' | 'subscription.cancelled'

const TRIES = 10
const FIRST_WAIT = SECOND
const TIMEOUT = 10 * SECOND

/** Reports to the merchant and retries until it acknowledges; each try has a new signature. */
export async function report(merchant: Merchant, type: ReportType, payment: Payment, amount?: number): Promise<void> {
  const { charge, reference, subscription } = payment
  const isRenewal = type === 'subscription.renewed'
  const event = {
    id: `evt_${randomUUID()}`,
    type,
    occurredAt: new Date().toISOString(),
    order: charge.order,
    reference: isRenewal ? `pay_${randomUUID()}` : reference,
    subscription,
    amount: amount ?? (isRenewal ? charge.renewalAmount : charge.amount),
    currency: charge.currency,
  }
  const body = JSON.stringify(event)
  let failure = ''
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    try {
      const status = await post(merchant, body)
      if (status < 300) return
      failure = `answered ${status}`
    } catch (error) {
      failure = error instanceof Error ? error.message : String(error)
    }
    await new Promise((resolve) => setTimeout(resolve, FIRST_WAIT * 2 ** attempt))
  }
  process.stderr.write(`Sandbox gateway: ${type} of order ${charge.order} could not be delivered: ${failure}.\n`)
}

function post({ address, host, secret }: Merchant, body: string): Promise<number> {
  const timestamp = String(Math.floor(Date.now() / SECOND))
  const headers = {
    Host: host,
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
    'X-Webhook-Timestamp': timestamp,
    'X-Webhook-Signature': signatureOf(body, timestamp, secret),
  }
  return new Promise((resolve, reject) => {
    const sent = request(address, { method: 'POST', headers, timeout: TIMEOUT }, (response) => {
      response.resume()
      resolve(response.statusCode ?? 500)
    })
    sent.on('timeout', () => sent.destroy(new Error('timeout')))
    sent.on('error', reject)
    sent.end(body)
  })
}
