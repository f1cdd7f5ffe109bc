import { request } from 'node:http'
import { type Clock, SECOND } from '../lib/clock.ts'
import { signatureOf } from '../lib/signature.server.ts'

/**
 * `host` is the request's Host header: Node does not resolve `*.localhost`, so it connects to
 * `address`.
 */
export type Merchant = { address: string; host: string; secret: string }
export type ReportType =
  | 'payment.approved'
  | 'payment.declined'
  | 'payment.refunded'
  | 'payment.chargedBack'
  | 'subscription.renewed'
  | 'subscription.declined'
  | 'subscription.cancelled'

export type GatewayReport = {
  id: string
  type: ReportType
  occurredAt: string
  order: number
  reference: string
  subscription: string | null
  amount: number
  currency: string
  reason?: string
}

const TRIES = 10
const FIRST_WAIT = SECOND
const TIMEOUT = 10 * SECOND
/** Transactions on a page of the list. */
const PAGE = 100

/** Reports to the merchant, and what a test does to reports: hold, reorder, repeat, lose. */
export function createReporter(merchant: Merchant, clock: Clock) {
  const told: GatewayReport[] = []
  let held: GatewayReport[] | null = null
  let toLose = 0

  async function attempt(report: GatewayReport): Promise<string | null> {
    try {
      const status = await post(merchant, JSON.stringify(report), clock.now())
      return status < 300 ? null : `answered ${status}`
    } catch (error) {
      return error instanceof Error ? error.message : String(error)
    }
  }

  async function retry(report: GatewayReport, failed: string): Promise<void> {
    let failure: string | null = failed
    for (let tries = 1; tries < TRIES; tries += 1) {
      await new Promise((resolve) => setTimeout(resolve, FIRST_WAIT * 2 ** (tries - 1)))
      failure = await attempt(report)
      if (failure === null) return
    }
    process.stderr.write(
      `Sandbox gateway: ${report.type} of order ${report.order} could not be delivered: ${failure}.\n`,
    )
  }

  /**
   * Resolves after the first try; later ones follow until the merchant acknowledges, each with a
   * new signature.
   */
  async function deliver(report: GatewayReport): Promise<void> {
    const failure = await attempt(report)
    if (failure !== null) void retry(report, failure)
  }

  return {
    told: (): readonly GatewayReport[] => told,
    heldBack: (): number => held?.length ?? 0,
    async tell(report: GatewayReport): Promise<void> {
      told.push(report)
      if (toLose > 0) toLose -= 1
      else if (held) held.push(report)
      else await deliver(report)
    },
    /** From now on reports wait for `release`. */
    hold: (): void => void (held ??= []),
    async release(order: 'sent' | 'reversed'): Promise<void> {
      const waiting = held ?? []
      held = null
      for (const report of order === 'reversed' ? waiting.toReversed() : waiting)
        await deliver(report)
    },
    async replay(id: string): Promise<void> {
      const report = told.find((one) => one.id === id)
      if (report) await deliver(report)
    },
    lose: (count: number): void => void (toLose = count),
    /** The list that a merchant compares with its own books, oldest first, in pages. */
    list({ from, until, after }: { from: string; until: string; after: string | null }): {
      transactions: GatewayReport[]
      next: string | null
    } {
      const wanted = told.filter(({ occurredAt }) => occurredAt >= from && occurredAt < until)
      const start = after === null ? 0 : wanted.findIndex(({ id }) => id === after) + 1
      const transactions = wanted.slice(start, start + PAGE)
      return {
        transactions,
        next: wanted.length > start + PAGE ? (transactions.at(-1)?.id ?? null) : null,
      }
    },
  }
}

/** Reports to the merchant and retries until it acknowledges; each try has a new signature. */
export async function deliver(merchant: Merchant, event: unknown, what: string): Promise<void> {
  const body = JSON.stringify(event)
  let failure = ''
  for (let tries = 0; tries < TRIES; tries += 1) {
    try {
      const status = await post(merchant, body, new Date())
      if (status < 300) return
      failure = `answered ${status}`
    } catch (error) {
      failure = error instanceof Error ? error.message : String(error)
    }
    await new Promise((resolve) => setTimeout(resolve, FIRST_WAIT * 2 ** tries))
  }
  process.stderr.write(`Sandbox: ${what} could not be delivered: ${failure}.\n`)
}

function post({ address, host, secret }: Merchant, body: string, at: Date): Promise<number> {
  const timestamp = String(Math.floor(at.getTime() / SECOND))
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
