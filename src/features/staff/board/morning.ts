import { dateFormat } from '../../../lib/formats.ts'
import { type Mail, mailTo } from '../../../mail/mail.ts'
import type { Brand } from '../../../sites/site.ts'
import { linkTo } from '../../core/accounts/mails.ts'
import type { Measure } from '../../core/figures/measures.ts'
import { moneyInWords, moneyOf, whole } from './board.ts'

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

type Point = { measure: Measure; currency: string; bucket: string; count: number; sum: number }

/** Each measure of a day beside the average of the same weekdays before it. */
export function morningLines(day: string, points: readonly Point[]): string[] {
  const weeks = new Set(points.filter(({ bucket }) => bucket !== day).map(({ bucket }) => bucket))
  const average = (sum: number) => Math.round(sum / Math.max(1, weeks.size))
  return morningMeasures.flatMap((measure) => {
    const own = points.filter((point) => point.measure === measure)
    const [now, before] = [true, false].map((isNow) =>
      own.filter(({ bucket }) => (bucket === day) === isNow),
    ) as [Point[], Point[]]
    const say = (what: string, usual: string) => [`${labels[measure]}: ${what} (usually ${usual})`]
    if (!money.includes(measure)) {
      const times = (of: Point[]) => of.reduce((all, { count }) => all + count, 0)
      return say(whole.format(times(now)), whole.format(average(times(before))))
    }
    const currencies = moneyOf([...before, ...now]).map(({ currency }) => currency)
    return currencies.flatMap((currency) => {
      const sum = (of: Point[]) =>
        of.filter((one) => one.currency === currency).reduce((all, one) => all + one.sum, 0)
      return say(
        moneyInWords({ currency, sum: sum(now) }),
        moneyInWords({ currency, sum: average(sum(before)) }),
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
