import { randomUUID } from 'node:crypto'
import { type Clock, systemClock } from '../lib/clock.ts'
import { isSameText, signatureOf, verify } from '../lib/signature.server.ts'
import { createBook } from './book.ts'
import { ALREADY_ACTIVE, CHALLENGE_CODE, isExpired, verdictOf } from './cards.ts'
import { type Charge, isCharge, type OpenForm } from './charges.ts'
import { createQueues, queuePage } from './desk.ts'
import { cardForm, challengeForm } from './forms.ts'
import { createReporter, type Merchant } from './reports.server.ts'

type Answer =
  | { html: string }
  | { result: 'approved' }
  | { result: 'declined'; message: string }
  /** Of a field of the form, which stays. */
  | { result: 'invalid'; field: string; message: string }
  | { error: string }

type Clocks = {
  /** What the gateway's own clock starts from; its desk advances that. */
  business: Clock
  /** The time on requests, which the merchant compares with its own. */
  wire: Clock
}

const invalid = (field: string, message: string) => ({ result: 'invalid', field, message }) as const

/** A gateway for one merchant; its state lives in memory. */
export function createGateway(
  merchant: Merchant,
  apiKey: string,
  { business, wire }: Clocks = { business: systemClock, wire: systemClock },
): (request: Request) => Promise<Response> {
  const forms = new Map<string, OpenForm>()
  const paidOrders = new Set<number>()
  const reporter = createReporter(merchant, wire)
  const book = createBook(
    () => business.now(),
    (report) => reporter.tell(report),
  )
  const desk = createQueues(book, reporter)

  function formData(url: URL): Answer {
    const query = url.searchParams
    if (query.get('apiKey') !== apiKey) return { error: 'This shop is not known here.' }
    const charge = verify(query.get('gatewayPassword') ?? '', merchant.secret)
    if (!isCharge(charge) || charge.keyword !== query.get('keyword'))
      return { error: 'This order is not known here.' }
    if (new Date(charge.expiresAt) <= wire.now())
      return { error: 'This order has waited too long. Please choose again.' }
    if (paidOrders.has(charge.order)) return { error: ALREADY_ACTIVE }
    const form = randomUUID()
    // The alternate configuration checks the address where the merchant does not know the postal
    // code.
    const asksPostalCode =
      query.get('useAlternateConfig') === '1' && (query.get('processedPostalCode') ?? '') === ''
    forms.set(form, {
      charge,
      asksPostalCode,
      needsChallenge: query.get('enforce3ds') === '1',
      isChallenged: false,
    })
    return { html: cardForm(charge, form, `${url.origin}/pay`, { asksPostalCode }) }
  }

  function pay(url: URL, fields: URLSearchParams): Answer | null {
    const name = fields.get('form') ?? ''
    const form = forms.get(name)
    if (!form) return { error: 'This form has waited too long. Please choose again.' }
    if (paidOrders.has(form.charge.order)) return { error: ALREADY_ACTIVE }
    if (form.isChallenged) {
      if (fields.get('challenge')?.trim() === CHALLENGE_CODE) return approve(form.charge)
      void book.decline(form.charge)
      return invalid('challenge', 'The code was not right. Please write it again.')
    }
    if (isExpired(fields.get('expiry') ?? '', book.now()))
      return invalid('expiry', 'This card has expired, or its date is not written MM/YY.')
    if (form.asksPostalCode && !/\w{3}/.test(fields.get('postalCode') ?? ''))
      return invalid('postalCode', 'Please write the postal code of the card.')
    const verdict = verdictOf(fields.get('number') ?? '')
    switch (verdict.kind) {
      case 'silence':
        return null
      case 'error':
        return { error: verdict.error }
      case 'declined':
        return decline(form.charge, verdict.reason)
      case 'challenge':
      case 'approved':
        if (verdict.kind === 'approved' && !form.needsChallenge) return approve(form.charge)
        form.isChallenged = true
        return { html: challengeForm(form.charge, name, `${url.origin}/pay`) }
    }
  }

  function approve(charge: Charge): Answer {
    paidOrders.add(charge.order)
    void book.approve(charge)
    return { result: 'approved' }
  }

  function decline(charge: Charge, message: string): Answer {
    void book.decline(charge)
    return { result: 'declined', message }
  }

  /** The merchant's own requests are signed like our reports; null if the signature is wrong. */
  async function fromMerchant(request: Request): Promise<Record<string, unknown> | null> {
    const body = await request.text()
    const timestamp = request.headers.get('X-Webhook-Timestamp') ?? ''
    const isSigned = isSameText(
      request.headers.get('X-Webhook-Signature') ?? '',
      signatureOf(body, timestamp, merchant.secret),
    )
    return isSigned ? (JSON.parse(body) as Record<string, unknown>) : null
  }

  const requests: Record<
    string,
    (asked: Record<string, unknown>) => Promise<Response | undefined | void> | object
  > = {
    '/cancelSubscription': ({ subscription }) => book.cancel(String(subscription)),
    '/retryPayment': ({ subscription, key }) => book.retry(String(subscription), String(key)),
    '/refundPayment': async ({ payment, amount, key }) => {
      const isDone = await book.refund(String(payment), Number(amount), String(key))
      return isDone ? undefined : new Response('not that much is left\n', { status: 409 })
    },
    '/listTransactions': ({ from, until, after }) =>
      reporter.list({
        from: String(from),
        until: String(until),
        after: typeof after === 'string' ? after : null,
      }),
  }

  async function merchantAsks(path: string, request: Request): Promise<Response> {
    const asked = await fromMerchant(request)
    if (!asked) return new Response('403\n', { status: 403 })
    const answer = await requests[path]?.(asked)
    if (answer instanceof Response) return answer
    return answer === undefined ? new Response(null, { status: 204 }) : Response.json(answer)
  }

  return async (request) => {
    const url = new URL(request.url)
    await book.catchUp()
    switch (`${request.method} ${url.pathname}`) {
      case 'GET /getFormData':
        return jsonp(url.searchParams.get('callback') ?? '', formData(url))
      case 'POST /pay': {
        const answer = pay(url, new URLSearchParams(await request.text()))
        // CORS allows any origin, because the sandboxed form's page has an opaque one.
        return answer === null
          ? new Promise(() => undefined)
          : Response.json(answer, { headers: { 'Access-Control-Allow-Origin': '*' } })
      }
      case 'POST /desk':
        if (request.headers.get('Origin') !== url.origin)
          return new Response('403\n', { status: 403 })
        await desk(new URLSearchParams(await request.text()))
        return new Response(null, { status: 303, headers: { Location: '/' } })
      case 'GET /':
        return new Response(queuePage(book, reporter), {
          headers: { 'Content-Type': 'text/html; charset=utf-8' },
        })
      default:
        if (request.method === 'POST' && Object.hasOwn(requests, url.pathname))
          return merchantAsks(url.pathname, request)
        return new Response('404\n', { status: 404 })
    }
  }
}

function jsonp(callback: string, answer: Answer): Response {
  if (!/^[A-Za-z_$][\w$.]{0,80}$/.test(callback))
    return new Response('callback is missing\n', { status: 400 })
  const headers = {
    'Content-Type': 'text/javascript; charset=utf-8',
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'no-store',
  }
  return new Response(`${callback}(${JSON.stringify(answer)});`, { headers })
}
