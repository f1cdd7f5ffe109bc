import { escapeHtml } from '../lib/html.ts'
import type { Book } from './book.ts'
import { type DeclineReason, declineReasons, type Payment, sumOf } from './charges.ts'
import { cardList } from './forms.ts'
import type { createReporter } from './reports.server.ts'

type Reporter = ReturnType<typeof createReporter>

const MOST_DECLINES = 20
const SHOWN_REPORTS = 50

/**
 * The actions of the merchant's operator, of banks, and of a network that repeats, delays and
 * loses.
 */
export function createQueues(
  book: Book,
  reporter: Reporter,
): (fields: URLSearchParams) => Promise<void> {
  const acts: Record<string, (field: (name: string) => string) => Promise<void> | void> = {
    refund: async (field) => {
      await book.refund(field('reference'), Number(field('amount')) || undefined)
    },
    renew: (field) => book.renewNow(field('reference')),
    cancel: (field) => book.cancel(field('subscription')),
    chargeback: (field) => book.planChargeback(field('reference'), Number(field('days'))),
    decline: (field) => {
      const times = Math.min(MOST_DECLINES, Number(field('times')) || 1)
      if (isReason(field('reason')))
        book.script(field('reference'), field('reason') as DeclineReason, times)
    },
    advance: (field) =>
      field('days') === 'renewal' ? book.advanceToRenewal() : book.advance(Number(field('days'))),
    replay: (field) => reporter.replay(field('event')),
    hold: () => reporter.hold(),
    release: (field) => reporter.release(field('order') === 'reversed' ? 'reversed' : 'sent'),
    lose: (field) => reporter.lose(Number(field('count')) || 1),
  }
  return async (fields) => {
    const act = fields.get('act') ?? ''
    if (Object.hasOwn(acts, act)) await acts[act]?.((name) => fields.get(name) ?? '')
  }
}

const isReason = (text: string): text is DeclineReason =>
  declineReasons.some((reason) => reason === text)

export function queuePage(book: Book, reporter: Reporter): string {
  const payments = book.payments()
  const reports = reporter.told().toReversed().slice(0, SHOWN_REPORTS)
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>Sandbox gateway</title>
<style>td, th { padding: 2px 8px; text-align: start } form { display: inline }</style>
<h1>Sandbox gateway</h1><p>Stands in for a card gateway where none is configured. No money moves.</p>
<h2>Clock</h2><p>${escapeHtml(book.now().toISOString())} ${form('advance', { days: '1' }, 'a day on')} ${form('advance', { days: '30' }, '30 days on')} ${form('advance', { days: 'renewal' }, 'to the next renewal')}</p>
<h2>Test cards</h2><ul>${cardList}</ul>
<h2>Payments</h2>${payments.length === 0 ? '<p>None yet.</p>' : `<table><tr><th>Order<th>What<th>Sum<th>State<th>Do</tr>${payments.map((payment) => row(book, payment)).join('')}</table>`}
<h2>Reports to the merchant</h2><p>${form('hold', {}, 'hold them back')} ${form('release', { order: 'sent' }, 'release in order')} ${form('release', { order: 'reversed' }, 'release reversed')} ${form('lose', { count: '1' }, 'lose the next')} ${reporter.heldBack()} held back.</p>
<table>${reports.map(({ id, type, order, occurredAt }) => `<tr><td>${escapeHtml(occurredAt)}<td>${type}<td>order ${order}<td>${form('replay', { event: id }, 'repeat')}`).join('')}</table></html>`
}

function row(book: Book, payment: Payment): string {
  const { charge, reference, amount, paidBack, state } = payment
  const subscription = book.subscriptionOf(payment)
  const acts = [
    ...(state === 'paid'
      ? [
          form('refund', { reference }, 'refund'),
          form('chargeback', { reference, days: '0' }, 'charge back'),
        ]
      : []),
    ...(state === 'paid'
      ? [form('chargeback', { reference, days: '20' }, 'charge back in 20 days')]
      : []),
    ...(subscription && subscription.state !== 'cancelled'
      ? [
          form('renew', { reference }, 'renew'),
          form('cancel', { subscription: subscription.id }, 'cancel'),
          declineForm(reference),
        ]
      : []),
  ]
  const back =
    paidBack > 0 && state === 'paid' ? `${sumOf({ ...charge, amount: paidBack })} back` : ''
  const note = [state, back, subscription?.state, ...(subscription?.script ?? [])]
    .filter(Boolean)
    .join(', ')
  return `<tr><td>${charge.order}<td>${escapeHtml(charge.description)}<td>${escapeHtml(sumOf({ amount, currency: charge.currency }))}<td>${escapeHtml(note)}<td>${acts.join(' ')}`
}

function form(act: string, fields: Record<string, string>, label: string): string {
  const inputs = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`,
  )
  return `<form method="post" action="/desk">${inputs.join('')}<button name="act" value="${act}">${escapeHtml(label)}</button></form>`
}

function declineForm(reference: string): string {
  const options = declineReasons.map((reason) => `<option>${reason}</option>`).join('')
  return `<form method="post" action="/desk"><input type="hidden" name="reference" value="${escapeHtml(reference)}"><select name="reason" aria-label="Reason">${options}</select> <input name="times" type="number" min="1" max="${MOST_DECLINES}" value="1" aria-label="Times" size="2"> <button name="act" value="decline">decline the next charges</button></form>`
}
