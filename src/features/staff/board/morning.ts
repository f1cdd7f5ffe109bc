import { linkTo } from '#core/accounts/mails.ts'
import type { Measure } from '#core/figures/measures.ts'
import type { MeasureLine } from '#core/figures/sums.sql.ts'
import { dateFormat } from '#lib/formats.ts'
import { type Mail, mailTo } from '#mail/mail.ts'
import type { Brand } from '#sites/site.ts'
import { moneyInWords, whole } from './board.ts'

const labels = {
  joined: 'Joined',
  confirmed: 'Addresses confirmed',
  active: 'Members there',
  firstPayment: 'First payments',
  payment: 'Taken',
  refund: 'Given back',
  chargeback: 'Taken back by banks',
  left: 'Accounts deleted',
} as const satisfies Partial<Record<Measure, string>>
type Told = keyof typeof labels
const money: readonly Told[] = ['payment', 'refund', 'chargeback']
export const morningMeasures = Object.keys(labels) as Told[]

/** Each measure of a day beside the average of the same weekdays before it. */
export function morningLines(day: string, lines: readonly MeasureLine[]): string[] {
  const weeks = new Set(lines.flatMap(({ values }) => Object.keys(values)))
  weeks.delete(day)
  const average = (sum: number) => Math.round(sum / Math.max(1, weeks.size))
  const usual = ({ values }: MeasureLine) =>
    average([...weeks].reduce((sum, week) => sum + (values[week] ?? 0), 0))
  return morningMeasures.flatMap((measure) => {
    const own = lines.filter((line) => line.measure === measure)
    const say = (what: string, before: string) => [
      `${labels[measure]}: ${what} (usually ${before})`,
    ]
    if (!money.includes(measure)) {
      const [line = { measure, currency: '', values: {} }] = own
      return say(whole.format(line.values[day] ?? 0), whole.format(usual(line)))
    }
    const size = ({ values }: MeasureLine) =>
      Object.values(values).reduce((sum, value) => sum + value, 0)
    return own
      .toSorted((a, b) => size(b) - size(a))
      .flatMap((line) => {
        const { currency } = line
        return say(
          moneyInWords({ currency, sum: line.values[day] ?? 0 }),
          moneyInWords({ currency, sum: usual(line) }),
        )
      })
  })
}

export function morningMail(
  network: Parameters<typeof linkTo>[0],
  brand: Brand,
  account: { id: number; username: string; email: string },
  { day, lines }: { day: string; lines: readonly string[] },
): Mail {
  const date = dateFormat('en-GB', { dateStyle: 'full', timeZone: 'UTC' }).format(new Date(day))
  return mailTo(brand, account, {
    kind: 'board',
    subject: `${date}, on all brands`,
    paragraphs: [
      'All brands, and in brackets what such a weekday was on average in the four weeks before:',
      ...lines,
    ],
    action: { label: 'Open the board', url: linkTo(network, brand, '/staff/board?days=7') },
  })
}
