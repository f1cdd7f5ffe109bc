import type { UserInfo } from '#members/viewer/parameters.contract.ts'
import { lotInWords } from '../credits/expiry.ts'
import type { CreditUpgradeData } from './orders.contract.ts'
import styles from './Upgrade.module.css'

type Props = {
  user: UserInfo
  credits: number | null
  premiumUntil: string | null
  locale: string
  lots: CreditUpgradeData['lots']
}

/** UTC, so that server and browser render the same date. */
const utc = { dateStyle: 'long', timeZone: 'UTC' } as const

export function CurrentHoldings({ user, credits, premiumUntil, locale, lots }: Props) {
  return (
    <section className={styles['standing']} aria-label="What you have now">
      {credits === null ? (
        <p>
          {user.isPremium && premiumUntil !== null
            ? `You are a premium member until ${new Intl.DateTimeFormat(locale, utc).format(new Date(premiumUntil))}.`
            : user.isExPremium
              ? 'Your membership has ended.'
              : 'You are a standard member.'}
        </p>
      ) : (
        <>
          <p>{`You have ${credits} ${credits === 1 ? 'credit' : 'credits'}.`}</p>
          {lots.length === 0 ? null : (
            <ul className="muted">
              {lots.map((lot, index) => (
                <li key={index}>
                  {`${lot.credits} ${lot.credits === 1 ? 'credit' : 'credits'}: ${lotInWords(lot)}`}
                </li>
              ))}
            </ul>
          )}
          <p>
            <a href="/billing/credits">Credit history</a>
          </p>
        </>
      )}
    </section>
  )
}
