import { type CheckedAccount } from '#core/accounts/standing/account-facts.sql.ts'
import { type CreditStatus, membershipOn } from '#core/accounts/standing/membership.ts'
import type { Db } from '#db/connection.server.ts'
import { brandById } from '#sites/registry.ts'
import type { Brand } from '#sites/site.ts'
import { type Subscription, subscriptionsOf } from '../contracts/subscriptions.sql.ts'
import { creditStatusOf, lotOf } from '../credits/credits.sql.ts'
import { lastOrders, type Order } from '../orders/orders.sql.ts'
import { productOf } from '../prices/offers.ts'
import { upgradeFor } from '../prices/upgrade-label.ts'
import { type CheckedLot, everyLot } from './books-check.sql.ts'

const MOST_ORDERS = 1000

type Books = {
  brand: Brand
  premiumUntil: Date | null
  firstPremiumAt: Date | null
  balance: CreditStatus
  lots: CheckedLot[]
  orders: Order[]
  subscriptions: Subscription[]
}

type Rule = (books: Books, at: Date) => string[]

const isOpen = ({ expiresAt }: CheckedLot, at: Date) => expiresAt === null || expiresAt > at
const isTakenBack = ({ refundedAt, chargedBackAt }: Order) =>
  refundedAt !== null || chargedBackAt !== null

const rules: readonly Rule[] = [
  ({ lots }) =>
    lots
      .filter(({ rest }) => rest < 0)
      .map(({ reference, rest }) => `lot ${reference} holds ${rest}`),
  ({ lots, balance }, at) => {
    const sum = lots.filter((lot) => isOpen(lot, at)).reduce((total, { rest }) => total + rest, 0)
    return sum === balance.credits
      ? []
      : [`the balance is ${balance.credits}, the open lots hold ${sum}`]
  },
  ({ lots }) =>
    lots
      .filter(({ writtenOffAt, rest }) => writtenOffAt !== null && rest !== 0)
      .map(({ reference, rest }) => `lot ${reference} is written off and holds ${rest}`),
  ({ lots, orders }) =>
    lots.flatMap(({ reference }) => {
      const order = /^order:\d+$/.test(reference)
        ? orders.find(({ id }) => lotOf(id) === reference)
        : null
      return order === null || order?.paidAt
        ? []
        : [`lot ${reference} is of no paid order of this account`]
    }),
  ({ lots, orders }) =>
    orders.flatMap((order) => {
      const brand = brandById(order.brand)
      const gives = brand && productOf(brand, order.keyword)?.gives
      if (gives?.kind !== 'credits' || !order.paidAt) return []
      const lot = lots.find(({ reference }) => reference === lotOf(order.id))
      // One that was refunded before it was paid has granted nothing.
      if (!lot) return isTakenBack(order) ? [] : [`order ${order.id} is paid and granted nothing`]
      if (isTakenBack(order))
        return lot.rest === 0
          ? []
          : [`order ${order.id} was paid back and left ${lot.rest} credits`]
      return lot.granted === gives.credits
        ? []
        : [`order ${order.id} granted ${lot.granted} credits instead of ${gives.credits}`]
    }),
  ({ subscriptions, premiumUntil }, at) => {
    const runs = subscriptions.some(({ paidUntil, endedAt }) => endedAt === null && paidUntil > at)
    return runs && !(premiumUntil && premiumUntil > at)
      ? ['a subscription is paid for, and the account is not premium']
      : []
  },
  ({ premiumUntil, firstPremiumAt }) =>
    premiumUntil && !firstPremiumAt ? ['the account has premium time, and was never premium'] : [],
  ({ orders, firstPremiumAt }) =>
    orders.some((order) => order.paidAt && !isTakenBack(order)) && !firstPremiumAt
      ? ['an order is paid, and the account was never premium']
      : [],
  ({ brand, balance, premiumUntil, firstPremiumAt }, at) => {
    const status = membershipOn(brand.billing, { premiumUntil, firstPremiumAt }, balance, at)
    const isCredits = brand.billing.model === 'credits'
    const holds = isCredits ? balance.credits > 0 : premiumUntil !== null && premiumUntil > at
    const billingPartner = brand.billing.model === 'partner' ? brand.billing.partner : 0
    const { label } = upgradeFor({ ...status, billingPartner }, brand.billing.model)
    const expected =
      brand.billing.model === 'partner'
        ? ['Unlimited Access', 'Get Verified']
        : isCredits
          ? [!holds && balance.hadCredits ? 'Re-purchase' : 'Unlock Credits']
          : ['Upgrade']
    return [
      ...(status.isPremium === holds
        ? []
        : [`the account is ${status.membership}, the books say otherwise`]),
      ...(expected.includes(label)
        ? []
        : [`the button says ${label}, the books say ${expected.join(' or ')}`]),
    ]
  },
]

/**
 * What does not agree in the books of an account: ledger, orders, standing and label; nothing if
 * all is well.
 */
export async function checkAccount(
  db: Db,
  { id, homeBrand, premiumUntil, firstPremiumAt }: CheckedAccount,
  at: Date,
): Promise<string[]> {
  const brand = brandById(homeBrand)
  if (!brand) return [`the home brand ${homeBrand} is unknown`]
  const [balance, lots, orders, subscriptions] = await Promise.all([
    creditStatusOf(db, id, at),
    everyLot(db, id),
    lastOrders(db, id, MOST_ORDERS),
    subscriptionsOf(db, id),
  ])
  const books: Books = { brand, premiumUntil, firstPremiumAt, balance, lots, orders, subscriptions }
  return rules.flatMap((rule) => rule(books, at))
}
