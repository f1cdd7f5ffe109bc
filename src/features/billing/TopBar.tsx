import type { Billing } from '../../sites/site.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { useSeeded } from '../../ui/use-seeded.ts'
import { $user, seedSession } from '../accounts/session.store.ts'
import type { UserInfo } from '../viewer/parameters.contract.ts'
import { $credits, seedCredits } from './credits.store.ts'
import { upgradeFor } from './upgrade-label.ts'
import styles from './TopBar.module.css'

type Props = {
  user: UserInfo
  /** Null on brands without credits. */
  credits: number | null
  model: Billing['model']
  ccpInfo: string
}

export function TopBar({ user: initial, credits: initialCredits, model, ccpInfo }: Props) {
  const user = useSeeded($user, initial, () => seedSession(initial, ccpInfo))
  const credits = useSeeded($credits, initialCredits, seedCredits)
  if (!user) return null
  const upgrade = upgradeFor(user, model)
  return (
    <div className={styles['bar']}>
      {credits === null ? null : (
        <a className={styles['balance']} href="/billing/upgrade">
          <Icon name="credit" />
          {credits}
          <span className="visually-hidden"> {credits === 1 ? 'credit' : 'credits'} left</span>
        </a>
      )}
      {upgrade.isShown ? (
        <ButtonLink href="/billing/upgrade" size="small" className={styles['upgrade']}>
          {upgrade.label}
        </ButtonLink>
      ) : null}
    </div>
  )
}
