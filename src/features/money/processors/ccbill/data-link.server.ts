import { SECOND } from '#lib/clock.ts'
import type { Ccbill } from './env.server.ts'
import type { CcbillSubscription } from './references.ts'

const TIMEOUT = 10 * SECOND
const MAX_ANSWER = 16 * 1024
const DONE = 1
/** No such subscription, or it is of another account. */
const UNKNOWN: ReadonlyArray<number | null> = [-2, -3, -4]

export type Status = {
  state: 'inactive' | 'ends' | 'renews'
  timesRebilled: number
  refunds: number
  chargebacks: number
}

/**
 * Subscription management of DataLink (ccbill.com/doc/ccbill-api-guide). Its password stands in the
 * query, so that no error here names an address: whatever is thrown may be logged.
 */
type DataLinkOf = Pick<Ccbill, 'account' | 'user' | 'password' | 'dataLinkOrigin'>

async function ask(
  link: DataLinkOf,
  action: string,
  { subaccount, subscription }: CcbillSubscription,
  more: Record<string, string> = {},
): Promise<string> {
  const url = new URL('/utils/subscriptionManagement.cgi', link.dataLinkOrigin)
  const query = {
    action,
    clientAccnum: link.account,
    usingSubacc: subaccount,
    subscriptionId: subscription,
    returnXML: '1',
    ...more,
  }
  for (const [name, value] of Object.entries({
    ...query,
    username: link.user,
    password: link.password,
  }))
    url.searchParams.set(name, value)
  const answer = await fetch(url, {
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT),
  }).catch((error: unknown) => {
    throw new Error(`DataLink did not answer ${action}: ${codeOf(error)}`)
  })
  if (!answer.ok) throw new Error(`DataLink answered ${action} with ${answer.status}`)
  const text = await answer.text().catch((error: unknown) => {
    throw new Error(`DataLink broke off its answer to ${action}: ${codeOf(error)}`)
  })
  if (
    text.length > MAX_ANSWER ||
    !/^\s*(?:<\?xml[^>]*>\s*)?<results>[^]*<\/results>\s*$/.test(text)
  ) {
    throw new Error(`DataLink answered ${action} with something else than results`)
  }
  return text
}

/** Null where that subaccount has no such subscription. Throws if CCBill cannot say. */
export async function statusOf(link: DataLinkOf, of: CcbillSubscription): Promise<Status | null> {
  const text = await ask(link, 'viewSubscriptionStatus', of)
  const count = (name: string) => Number(valueIn(text, name) ?? 0)
  const state = ({ 0: 'inactive', 1: 'ends', 2: 'renews' } as const)[
    valueIn(text, 'subscriptionStatus') ?? ''
  ]
  if (state === undefined && UNKNOWN.includes(codeIn(text))) return null
  if (state === undefined)
    throw new Error(`DataLink answered viewSubscriptionStatus with ${codeIn(text) ?? 'no status'}`)
  return {
    state,
    timesRebilled: count('timesRebilled'),
    refunds: count('refundsIssued') + count('voidsIssued'),
    chargebacks: count('chargebacksIssued'),
  }
}

/** Throws unless it is cancelled then, by this call or before it. */
export async function cancelSubscription(link: DataLinkOf, of: CcbillSubscription): Promise<void> {
  const code = codeIn(await ask(link, 'cancelSubscription', of))
  if (code === DONE) return
  const status = await statusOf(link, of)
  if (status === null || status.state === 'renews')
    throw new Error(`DataLink answered cancelSubscription with ${code ?? 'no code'}`)
}

/**
 * Throws unless it is paid back then. A call whose answer was lost may have paid back already, and
 * would do it again: a subscription of which something was paid back is left alone. CCBill ends
 * what it refunds.
 */
export async function refundOnce(
  link: DataLinkOf,
  of: CcbillSubscription,
  amount: string,
): Promise<void> {
  const status = await statusOf(link, of)
  if (status && status.refunds > 0) return
  const code = codeIn(await ask(link, 'refundTransaction', of, { amount }))
  if (code !== DONE)
    throw new Error(`DataLink answered refundTransaction with ${code ?? 'no code'}`)
}

function valueIn(xml: string, name: string): string | undefined {
  return new RegExp(`<${name}>\\s*(\\d{1,14})\\s*</${name}>`).exec(xml)?.[1]
}

function codeIn(xml: string): number | null {
  const [, code] = /<results>\s*(-?\d{1,4})\s*<\/results>/.exec(xml) ?? []
  return code === undefined ? null : Number(code)
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const { cause } = error as { cause?: { code?: unknown } }
  return typeof cause?.code === 'string' ? cause.code : error.name
}
