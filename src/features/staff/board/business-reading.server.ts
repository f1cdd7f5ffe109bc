import type { Reading } from '#api/readings.ts'
import type { Measure } from '#core/figures/measures.ts'
import { everCounted } from '#core/figures/sums.sql.ts'
import { openRefunds } from '#money/orders/refunds.sql.ts'
import { lastHeard } from '#money/orders/webhook-events.sql.ts'
import { providers } from '#money/processors/processors.server.ts'
import { brands } from '#sites/registry.ts'

const all = brands.map(({ id }) => id)

export const joinsReading: Reading<'sites_joins_total'> = {
  metrics: { sites_joins_total: 'Accounts that were made, by brand' },
  labels: ['brand'],
  async read({ db }) {
    const joined = await everCounted(db, all, ['joined'])
    return all.map((brand) => ({
      labels: { brand },
      values: { sites_joins_total: joined.find((row) => row.brand === brand)?.count ?? 0 },
    }))
  },
}

const outcomes: ReadonlyArray<readonly [outcome: string, measure: Measure]> = [
  ['charged', 'payment'],
  ['declined', 'declined'],
  ['refunded', 'refund'],
  ['chargedBack', 'chargeback'],
]

export const ordersReading: Reading<'sites_orders_total'> = {
  metrics: { sites_orders_total: 'Charges, and what became of orders, by outcome' },
  labels: ['outcome'],
  async read({ db }) {
    const rows = await everCounted(
      db,
      all,
      outcomes.map(([, measure]) => measure),
    )
    return outcomes.map(([outcome, measure]) => ({
      labels: { outcome },
      values: {
        sites_orders_total: rows
          .filter((row) => row.measure === measure)
          .reduce((sum, { count }) => sum + count, 0),
      },
    }))
  },
}

export const silenceReading: Reading<'sites_processor_silent_seconds'> = {
  metrics: {
    sites_processor_silent_seconds:
      'Since when a processor has reported nothing; none before its first report',
  },
  labels: ['provider'],
  async read({ db, clock }) {
    const heard = await lastHeard(db, providers).execute()
    return heard.flatMap(({ provider, at }) =>
      at === null
        ? []
        : [
            {
              labels: { provider },
              values: {
                sites_processor_silent_seconds: Math.max(
                  0,
                  (clock.now().getTime() - at.getTime()) / 1000,
                ),
              },
            },
          ],
    )
  },
}

export const refundReading: Reading<'sites_refund_open_seconds'> = {
  metrics: {
    sites_refund_open_seconds:
      'How old the oldest refund is that no processor confirmed; 0 for none',
  },
  labels: [],
  async read({ db, clock }) {
    const at = clock.now()
    const [oldest] = await openRefunds(db, at, 1)
    const age = oldest ? (at.getTime() - oldest.askedAt.getTime()) / 1000 : 0
    return [{ labels: {}, values: { sites_refund_open_seconds: age } }]
  },
}
