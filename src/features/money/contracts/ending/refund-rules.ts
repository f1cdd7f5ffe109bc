import { DAY, later } from '#lib/clock.ts'

/**
 * Directive 2011/83/EU, Article 9; the United Kingdom's and Switzerland's customers get the same.
 */
const WITHDRAWAL_PERIOD = 14 * DAY
/**
 * A renewal for so long starts a period of withdrawal of its own, and so does the first charge
 * after a trial.
 */
const LONG_PLAN = 365

/**
 * A contract as its last charge left it. `used` and `unused` are credits, or milliseconds of the
 * paid period.
 */
export type Purchase = {
  kind: 'premium' | 'credits'
  days: number | null
  isTrial: boolean
  /** Minor units of the last charge; 0 during a free trial. */
  charged: number
  paidAt: Date | null
  chargedAt: Date | null
  used: number
  unused: number
  isOver: boolean
}

export type Settled = { rule: RefundRule; refund: number; ends: 'now' | 'renewal' | 'nothing' }

type Row = {
  rule: string
  when: (purchase: Purchase, at: Date) => boolean
  refund: (purchase: Purchase) => number
  ends: Settled['ends']
}

/**
 * What a withdrawal gives back: the first row that matches. What was used is paid for in proportion
 * (Article 14).
 */
const rows = [
  { rule: 'unpaid', when: ({ paidAt }) => paidAt === null, refund: () => 0, ends: 'nothing' },
  { rule: 'over', when: ({ isOver }) => isOver, refund: () => 0, ends: 'nothing' },
  {
    rule: 'late',
    when: (purchase, at) => at > withdrawableUntil(purchase),
    refund: () => 0,
    ends: 'renewal',
  },
  { rule: 'trial', when: ({ charged }) => charged === 0, refund: () => 0, ends: 'now' },
  {
    rule: 'untouched',
    when: ({ used }) => used === 0,
    refund: ({ charged }) => charged,
    ends: 'now',
  },
  { rule: 'usedUp', when: ({ unused }) => unused === 0, refund: () => 0, ends: 'now' },
  { rule: 'partlyUsed', when: () => true, refund: proRata, ends: 'now' },
] as const satisfies readonly Row[]

type RefundRule = (typeof rows)[number]['rule']

export function settleWithdrawal(purchase: Purchase, at: Date): Settled {
  const row = rows.find(({ when }) => when(purchase, at)) ?? rows[rows.length - 1]!
  return { rule: row.rule, refund: row.refund(purchase), ends: row.ends }
}

export function withdrawableUntil({
  kind,
  days,
  isTrial,
  paidAt,
  chargedAt,
}: Pick<Purchase, 'kind' | 'days' | 'isTrial' | 'paidAt' | 'chargedAt'>): Date {
  const restarts = isTrial || (kind === 'premium' && (days ?? 0) >= LONG_PLAN)
  return later((restarts ? chargedAt : paidAt) ?? paidAt ?? new Date(0), WITHDRAWAL_PERIOD)
}

/** Rounded in the buyer's favour. */
function proRata({ charged, used, unused }: Purchase): number {
  return Math.ceil((charged * unused) / (used + unused))
}
