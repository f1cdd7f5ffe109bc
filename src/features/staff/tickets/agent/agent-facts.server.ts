import type { Services } from '#api/services.server.ts'
import { sessionsOf } from '#api/sessions.sql.ts'
import { maskedAddress } from '#core/accounts/email/masked-address.ts'
import type { AccountFacts } from '#core/accounts/standing/account-facts.sql.ts'
import { type CreditStatus, membershipOn } from '#core/accounts/standing/membership.ts'
import { shortMoment } from '#lib/formats.ts'
import { leftLists } from '#mail/lists.sql.ts'
import { openStepsOf } from '#members/onboarding/steps.sql.ts'
import { type Access, paidOn, partnerAccessOf } from '#money/checkout/partner/access.sql.ts'
import { type Subscription, subscriptionsOf } from '#money/contracts/subscriptions.sql.ts'
import { lastEntries, creditStatusOf } from '#money/credits/credits.sql.ts'
import { lastOrders, orderStateOf } from '#money/orders/orders.sql.ts'
import { lastPayments } from '#money/orders/payments.sql.ts'
import { formatMoney } from '#money/prices/price-list.ts'
import { brandById } from '#sites/registry.ts'
import type { Brand } from '#sites/site.ts'
import { ticketsOf } from './agent-view.sql.ts'

export type Section =
  | { title: string; facts: ReadonlyArray<readonly [term: string, text: string]> }
  | {
      title: string
      columns: readonly string[]
      rows: ReadonlyArray<readonly string[]>
      none: string
    }

const MOST = 10

function since(at: Date | null, otherwise: string): string {
  return at === null ? otherwise : `since ${shortMoment(at)}`
}

/** No messages, photos, likes, personal attributes, preferences or places. */
export async function agentFacts(
  { db }: Services,
  brand: Brand,
  account: AccountFacts,
  at: Date,
): Promise<Section[]> {
  const { id, email } = account
  const [
    ofPartners,
    creditStatus,
    entries,
    subscriptions,
    orders,
    payments,
    steps,
    sessions,
    tickets,
    left,
  ] = await Promise.all([
    partnerAccessOf(db, id),
    creditStatusOf(db, id, at),
    lastEntries(db, id, MOST),
    subscriptionsOf(db, id),
    lastOrders(db, id, MOST),
    lastPayments(db, id, MOST),
    openStepsOf(db, id),
    sessionsOf(db, id, at).executeTakeFirstOrThrow(),
    ticketsOf(db, id, MOST),
    leftLists(db, email),
  ])
  return [
    {
      title: 'Account',
      facts: [
        ['Username', account.username],
        ['Number', String(id)],
        ['Home brand', brand.name],
        ['Joined', shortMoment(account.createdAt)],
        ['E-mail', maskedAddress(email)],
        [
          'E-mail confirmed',
          account.ownsEmail
            ? since(account.emailConfirmedAt, 'no')
            : 'no: another account has this address',
        ],
        ['Onboarding left', steps.length === 0 ? 'nothing' : steps.toSorted().join(', ')],
        [
          'Banned',
          account.bannedAt === null
            ? 'no'
            : `${since(account.bannedAt, '')}${account.banReason === null ? '' : `: ${account.banReason}`}`,
        ],
        ['Works for us', since(account.staffSince, 'no')],
        [
          'Signed in',
          sessions.open === 0
            ? 'nowhere'
            : `with ${sessions.open === 1 ? 'one browser' : `${sessions.open} browsers`}`,
        ],
        [
          'Last seen',
          sessions.lastSeenAt === null
            ? 'in no session that is still open'
            : shortMoment(sessions.lastSeenAt),
        ],
      ],
    },
    {
      title: 'Membership and credits',
      facts: [
        [
          'Membership',
          membershipInWords(paidOn(brand, account, ofPartners), brand, creditStatus, at),
        ],
        [
          'Premium until',
          account.premiumUntil === null ? 'never had' : shortMoment(account.premiumUntil),
        ],
        [
          'First paid or given',
          account.firstPremiumAt === null ? 'never' : shortMoment(account.firstPremiumAt),
        ],
        ['Credits', String(creditStatus.credits)],
      ],
    },
    {
      title: 'Last entries of the credits ledger',
      columns: ['When', 'Credits', 'For'],
      rows: entries.map(({ at: when, amount, reason }) => [
        shortMoment(when),
        amount > 0 ? `+${amount}` : String(amount),
        reason,
      ]),
      none: 'No credits were ever given or spent.',
    },
    {
      title: 'Subscriptions',
      columns: ['Plan', 'On', 'Since', 'Paid until', 'State'],
      rows: subscriptions.map((one) => [
        one.plan,
        nameOf(one.brand),
        shortMoment(one.startedAt),
        shortMoment(one.paidUntil),
        subscriptionInWords(one, at),
      ]),
      none: 'No subscription.',
    },
    {
      title: 'Last orders',
      columns: ['Order', 'When', 'On', 'What', 'Price', 'State'],
      rows: orders.map((order) => [
        String(order.id),
        shortMoment(order.createdAt),
        nameOf(order.brand),
        order.keyword,
        formatMoney(order),
        orderStateOf(order),
      ]),
      none: 'No order.',
    },
    {
      title: 'Last payments',
      columns: ['When', 'On', 'Order', 'For', 'Amount', 'Reference'],
      rows: payments.map((payment) => [
        shortMoment(payment.at),
        nameOf(payment.brand),
        String(payment.order),
        payment.kind,
        formatMoney(payment),
        payment.reference,
      ]),
      none: 'Nothing was ever charged.',
    },
    {
      title: 'Tickets',
      columns: ['Ticket', 'When', 'Subject', 'State'],
      rows: tickets.map((ticket) => [
        String(ticket.id),
        shortMoment(ticket.createdAt),
        ticket.subject,
        ticket.closedAt === null ? 'open' : `closed ${shortMoment(ticket.closedAt)}`,
      ]),
      none: 'No ticket.',
    },
    {
      title: 'Mail',
      facts: [
        [
          'News and offers',
          left.has('news') ? 'left' : since(account.marketingAcceptedAt, 'never agreed to'),
        ],
        ['What other members do', left.has('activity') ? 'left' : 'sent'],
      ],
    },
  ]
}

function membershipInWords(
  account: Access,
  brand: Brand,
  creditStatus: CreditStatus,
  at: Date,
): string {
  const { membership, isExPremium } = membershipOn(brand.billing, account, creditStatus, at)
  return isExPremium ? 'standard, was premium before' : membership
}

function subscriptionInWords({ cancelledAt, endedAt, paidUntil }: Subscription, at: Date): string {
  if (endedAt) return `ended ${shortMoment(endedAt)}`
  if (cancelledAt) return `cancelled ${shortMoment(cancelledAt)}`
  return paidUntil > at ? 'renews' : 'ran out'
}

function nameOf(brandId: string): string {
  return brandById(brandId)?.name ?? brandId
}
