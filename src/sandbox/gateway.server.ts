import { randomUUID } from 'node:crypto'
import { isSameText, signatureOf, verify } from '../lib/signature.server.ts'
import { ALREADY_ACTIVE, CHALLENGE_CODE, isExpired, verdictOf } from './cards.ts'
import { type Charge, isCharge, type OpenForm, type Payment } from './charges.ts'
import { cardForm, challengeForm, deskPage } from './forms.ts'
import { type Merchant, report, type ReportType } from './reports.server.ts'

type Answer = { html: string } | { result: 'approved' } | { result: 'declined'; message: string } | { error: string }

/** A gateway for one merchant; its state lives in memory. */
export function createGateway(merchant: Merchant, apiKey: string): (request: Request) => Promise<Response> {
  const forms = new Map<string, OpenForm>()
  const payments = new Map<string, Payment>()
  const paidOrders = new Set<number>()

  function formData(url: URL): Answer {
    const query = url.searchParams
    if (query.get('apiKey') !== apiKey) return { error: 'This shop is not known here.' }
    const charge = verify(query.get('gatewayPassword') ?? '', merchant.secret)
    if (!isCharge(charge) || charge.keyword !== query.get('keyword')) return { error: 'This order is not known here.' }
    if (new Date(charge.expiresAt) <= new Date()) return { error: 'This order has waited too long. Please choose again.' }
    if (paidOrders.has(charge.order)) return { error: ALREADY_ACTIVE }
    const form = randomUUID()
    forms.set(form, { charge, needsChallenge: query.get('enforce3ds') === '1', isChallenged: false })
    return { html: cardForm(charge, form, `${url.origin}/pay`) }
  }

  function pay(url: URL, fields: URLSearchParams): Answer | null {
    const name = fields.get('form') ?? ''
    const form = forms.get(name)
    if (!form) return { error: 'This form has waited too long. Please choose again.' }
    if (paidOrders.has(form.charge.order)) return { error: ALREADY_ACTIVE }
    if (form.isChallenged) {
      if (fields.get('challenge')?.trim() === CHALLENGE_CODE) return approve(form.charge)
      form.isChallenged = false
      return decline(form.charge, 'The code was not right.')
    }
    if (isExpired(fields.get('expiry') ?? '', new Date())) return { result: 'declined', message: 'This card has expired, or its date is not written MM/YY.' }
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

  function newPayment(charge: Charge): Payment {
    const subscription = charge.renewsAfterDays === null ? null : `sub_${randomUUID()}`
    return { charge, reference: `pay_${randomUUID()}`, subscription, state: 'paid', isCancelled: false }
  }

  function approve(charge: Charge): Answer {
    const payment = newPayment(charge)
    payments.set(payment.reference, payment)
    paidOrders.add(charge.order)
    void report(merchant, 'payment.approved', payment)
    return { result: 'approved' }
  }

  function decline(charge: Charge, message: string): Answer {
    void report(merchant, 'payment.declined', newPayment(charge))
    return { result: 'declined', message }
  }

  function act(fields: URLSearchParams): void {
    const payment = payments.get(fields.get('reference') ?? '')
    const acts: Record<string, ReportType> = { refund: 'payment.refunded', renew: 'subscription.renewed', cancel: 'subscription.cancelled' }
    const type = acts[fields.get('act') ?? '']
    if (!payment || !type) return
    if (type === 'payment.refunded') payment.state = 'refunded'
    if (type === 'subscription.cancelled') payment.isCancelled = true
    void report(merchant, type, payment)
  }

  /** The merchant's own requests are signed like our reports; null if the signature is wrong. */
  async function fromMerchant(request: Request): Promise<Record<string, unknown> | null> {
    const body = await request.text()
    const timestamp = request.headers.get('X-Webhook-Timestamp') ?? ''
    const isSigned = isSameText(request.headers.get('X-Webhook-Signature') ?? '', signatureOf(body, timestamp, merchant.secret))
    return isSigned ? (JSON.parse(body) as Record<string, unknown>) : null
  }

  async function cancel(request: Request): Promise<Response> {
    const asked = await fromMerchant(request)
    if (!asked) return new Response('403\n', { status: 403 })
    const payment = [...payments.values()].find((one) => one.subscription === asked['subscription'])
    if (payment && !payment.isCancelled) {
      payment.isCancelled = true
      void report(merchant, 'subscription.cancelled', payment)
    }
    return new Response(null, { status: 204 })
  }

  /** The merchant pays back the whole or a part, once a payment. */
  async function refund(request: Request): Promise<Response> {
    const asked = await fromMerchant(request)
    if (!asked) return new Response('403\n', { status: 403 })
    const payment = payments.get(String(asked['payment']))
    const { amount } = asked
    if (payment?.state === 'paid' && typeof amount === 'number' && amount > 0) {
      payment.state = 'refunded'
      void report(merchant, 'payment.refunded', payment, amount)
    }
    return new Response(null, { status: 204 })
  }

  return async (request) => {
    const url = new URL(request.url)
    switch (`${request.method} ${url.pathname}`) {
      case 'GET /getFormData':
        return jsonp(url.searchParams.get('callback') ?? '', formData(url))
      case 'POST /pay': {
        const answer = pay(url, new URLSearchParams(await request.text()))
        // CORS allows any origin, because the sandboxed form's page has an opaque one.
        return answer === null ? new Promise(() => undefined) : Response.json(answer, { headers: { 'Access-Control-Allow-Origin': '*' } })
      }
      case 'POST /cancelSubscription':
        return cancel(request)
      case 'POST /refundPayment':
        return refund(request)
      case 'POST /desk':
        if (request.headers.get('Origin') !== url.origin) return new Response('403\n', { status: 403 })
        act(new URLSearchParams(await request.text()))
        return new Response(null, { status: 303, headers: { Location: '/' } })
      case 'GET /':
        return new Response(deskPage([...payments.values()]), { headers: { 'Content-Type': 'text/html; charset=utf-8' } })
      default:
        return new Response('404\n', { status: 404 })
    }
  }
}

function jsonp(callback: string, answer: Answer): Response {
  if (!/^[A-Za-z_$][\w$.]{0,80}$/.test(callback)) return new Response('callback is missing\n', { status: 400 })
  const headers = { 'Content-Type': 'text/javascript; charset=utf-8', 'X-Content-Type-Options': 'nosniff', 'Cache-Control': 'no-store' }
  return new Response(`${callback}(${JSON.stringify(answer)});`, { headers })
}
