import { countActs } from '#core/audit/audit.sql.ts'
import type { Db } from '#db/connection.server.ts'
import { DAY, later } from '#lib/clock.ts'
import type { CsvCell } from '#lib/csv.ts'
import type { Brand } from '#sites/site.ts'
import { policies, policyOf } from '../decisions/decisions.ts'
import { ordersIn } from './authority-orders.sql.ts'
import {
  complaintsIn,
  decidersIn,
  decisionsIn,
  medianHoursIn,
  noticesIn,
  paymentsIn,
  type BrandSpan,
} from './figures.sql.ts'
import { dayStart, type KeyFigures, rounded } from './figures.ts'
import { monthsOfRecipients } from './recipients.server.ts'
import { averages, monthOf } from './recipients.ts'

export type Sheet = {
  name: string
  head: readonly string[]
  rows: ReadonlyArray<readonly CsvCell[]>
}
export type TransparencyReport = { brand: string; sheets: Sheet[]; key: KeyFigures }

const closing = ['limit', 'suspend', 'ban']
const takes = (act: string) => act !== 'none' && act !== 'restore'
/** By article 23: illegal content, else our terms. Notices without ground: of the muted. */
const suspensionKindOf = (policy: string) =>
  policies.some((one) => one === policy && policyOf(one).ground.kind === 'law')
    ? 'illegal_content'
    : 'terms'
const share = (part: number, whole: number) => (whole === 0 ? null : rounded(part / whole))

/**
 * The quantitative report of one brand (DSA Art. 15, 24 and 42; the sections of Implementing
 * Regulation (EU) 2024/2835) and the card schemes' monthly numbers. `from` and `to` are days of
 * UTC, both inside; `at` is when it is made.
 */
export async function reportOf(
  db: Db,
  brand: Brand,
  { from, to, at }: { from: string; to: string; at: Date },
): Promise<TransparencyReport> {
  const span: BrandSpan = { brand: brand.id, from: dayStart(from), until: later(dayStart(to), DAY) }
  const [first, last] = [monthOf(span.from), monthOf(dayStart(to))]
  const [notices, decisions, medianHours, people, complaints, orders, months, muted] =
    await Promise.all([
      noticesIn(db, span),
      decisionsIn(db, span),
      medianHoursIn(db, span),
      decidersIn(db, span),
      complaintsIn(db, span),
      ordersIn(db, span),
      monthsOfRecipients(db, brand.id, { first, last, at }),
      countActs(db, { ...span, action: 'staff.muteReporter' }),
    ])
  const halfYears = averages(months)
  const taking = decisions.filter(({ act }) => takes(act))
  const sum = <Row>(rows: readonly Row[], of: (row: Row) => number) =>
    rows.reduce((total, row) => total + of(row), 0)
  const made = sum(taking, (row) => row.decisions)
  const byRules = taking.filter(({ automated }) => automated)
  const automated = sum(byRules, (row) => row.decisions)
  const own = taking.filter(({ source }) => source === 'own')
  const ended = taking.filter(({ act }) => closing.includes(act))
  const key: KeyFigures = {
    notices: sum(notices, ({ received }) => received),
    actedOn: sum(notices, ({ actedOn }) => actedOn),
    medianHours: rounded(medianHours),
    decisions: made,
    ownInitiative: sum(own, (row) => row.decisions),
    automated,
    suspensions: sum(ended, (row) => row.decisions),
    reversed: sum(taking, (row) => row.reversed),
    complaints: sum(complaints, (row) => row.made),
    overturned: sum(complaints, (row) => row.overturned + row.adjusted),
    orders: sum(orders, (row) => row.received),
    recipients: halfYears.at(-1)?.average ?? null,
    recipientsInEu: halfYears.at(-1)?.averageInEu ?? null,
  }
  const sheets: Sheet[] = [
    {
      name: '1-identification',
      head: ['service', 'company', 'domain', 'from', 'to'],
      rows: [[brand.name, brand.legal.companyName, brand.domain, from, to]],
    },
    {
      name: '1-recipients',
      head: [
        'half_year',
        'months_counted',
        'average_monthly_recipients',
        'average_monthly_recipients_in_eu',
      ],
      rows: halfYears.map((row) => [row.halfYear, row.months, row.average, row.averageInEu]),
    },
    {
      name: '1-recipients-by-month',
      head: ['month', 'recipients', 'recipients_in_eu'],
      rows: months.map(({ month, members, membersInEu }) => [
        month.slice(0, 7),
        members,
        membersInEu,
      ]),
    },
    {
      name: '2-orders-of-authorities',
      head: [
        'country',
        'kind',
        'category',
        'received',
        'carried_out',
        'carried_out_in_part',
        'refused',
        'median_hours_to_effect',
      ],
      rows: orders.map((row) => [
        row.country,
        row.kind,
        row.category,
        row.received,
        row.done,
        row.partly,
        row.refused,
        rounded(row.medianHours),
      ]),
    },
    {
      name: '3-notices',
      head: ['source', 'category', 'received', 'decided', 'acted_on', 'median_hours'],
      rows: notices.map((row) => [
        row.source,
        row.category,
        row.received,
        row.decided,
        row.actedOn,
        rounded(row.medianHours),
      ]),
    },
    {
      name: '4-own-initiative',
      head: ['policy', 'measure', 'automated', 'measures'],
      rows: own.map((row) => [row.policy, row.act, row.automated ? 'yes' : 'no', row.decisions]),
    },
    {
      name: '5-complaints',
      head: ['policy', 'complaints', 'upheld', 'overturned', 'adjusted', 'waiting', 'median_hours'],
      rows: complaints.map((row) => [
        row.policy,
        row.made,
        row.upheld,
        row.overturned,
        row.adjusted,
        row.made - row.upheld - row.overturned - row.adjusted,
        rounded(row.medianHours),
      ]),
    },
    {
      name: '5-measures',
      head: ['policy', 'measures', 'taken_back', 'overturned_on_complaint'],
      rows: [...Map.groupBy(taking, ({ policy }) => policy)].map(([policy, rows]) => [
        policy,
        sum(rows, (row) => row.decisions),
        sum(rows, (row) => row.reversed),
        sum(rows, (row) => row.overturned),
      ]),
    },
    {
      name: '5-suspensions',
      head: ['kind', 'policy', 'measure', 'automated', 'measures', 'reversed'],
      rows: [
        ...ended.map((row) => [
          suspensionKindOf(row.policy),
          row.policy,
          row.act,
          row.automated ? 'yes' : 'no',
          row.decisions,
          row.reversed,
        ]),
        ...(muted === 0 ? [] : [['unfounded_notices', null, 'muteReporter', 'no', muted, null]]),
      ],
    },
    {
      name: '6-automated-means',
      head: ['measures', 'automated', 'automated_share', 'automated_taken_back', 'error_share'],
      rows: [
        [
          made,
          automated,
          share(automated, made),
          sum(byRules, ({ reversed }) => reversed),
          share(
            sum(byRules, ({ reversed }) => reversed),
            automated,
          ),
        ],
      ],
    },
    { name: '7-people', head: ['people_who_decided_on_any_brand'], rows: [[people]] },
    {
      name: 'card-schemes',
      head: [
        'month',
        'complaints',
        'decided',
        'decided_within_7_business_days',
        'content_removed',
        'accounts_closed',
        'payments',
        'chargebacks',
        'ratio',
      ],
      rows: await Promise.all(monthsOf(span).map((month) => monthRow(db, month))),
    },
  ]
  return { brand: brand.id, sheets, key }
}

async function monthRow(db: Db, month: BrandSpan): Promise<CsvCell[]> {
  const [notices, decisions, { payments, chargebacks }] = await Promise.all([
    noticesIn(db, month),
    decisionsIn(db, month),
    paymentsIn(db, month),
  ])
  const counted = (acts: readonly string[]) =>
    decisions
      .filter(({ act }) => acts.includes(act))
      .reduce((total, row) => total + row.decisions, 0)
  const total = (of: 'received' | 'decided' | 'inTime') =>
    notices.reduce((sum, row) => sum + row[of], 0)
  return [
    month.from.toISOString().slice(0, 7),
    total('received'),
    total('decided'),
    total('inTime'),
    counted(['hidePhoto', 'removeText']),
    counted(['suspend', 'ban']),
    payments,
    chargebacks,
    payments === 0 ? null : Math.round((chargebacks / payments) * 1e6) / 1e6,
  ]
}

/** Calendar months of UTC; the first and the last are cut to the span. */
function monthsOf({ brand, from, until }: BrandSpan): BrandSpan[] {
  const months: BrandSpan[] = []
  for (let start = from; start < until;) {
    const next = new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1, 1))
    const end = next < until ? next : until
    months.push({ brand, from: start, until: end })
    start = end
  }
  return months
}
