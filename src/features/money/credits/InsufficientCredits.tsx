import { $user } from '#core/accounts/session.store.ts'
import { ButtonLink } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { useLatest } from '#ui/use-latest.ts'
import { useStore } from '#ui/use-store.ts'
import { inCredits } from '../prices/in-credits.ts'
import { upgradeFor } from '../prices/upgrade-label.ts'
import { upgradePath } from '../prices/upgrade-source.ts'
import { $credits } from './credits.store.ts'
import { $shortage } from './shortage.store.ts'
import styles from './InsufficientCredits.module.css'

export type Pack = { keyword: string; name: string; credits: number; price: string }

/**
 * The `insufficient credits` modal. `packs`: of `customFlowCredits`, where the pack is chosen here;
 * else none.
 */
export function InsufficientCredits({ packs }: { packs: readonly Pack[] }) {
  const shortage = useStore($shortage)
  const shown = useLatest(shortage)
  const credits = useStore($credits) ?? 0
  const user = useStore($user)
  const close = () => $shortage.set(null)
  if (!shown) return null
  const { what, price, source, other, isWritten = false } = shown
  const way = upgradePath(source, other)
  return (
    <Dialog
      open={shortage !== null}
      onClose={close}
      title="Not enough credits"
      size="small"
      actions={
        <>
          <button type="button" className="button button-quiet" onClick={close}>
            Not now
          </button>
          {packs.length === 0 && user ? (
            <ButtonLink href={way}>{upgradeFor(user, 'credits').label}</ButtonLink>
          ) : null}
        </>
      }
    >
      <div className="stack">
        <p>
          {what} costs {inCredits(price)}, and you have {credits === 0 ? 'none left' : credits}.
        </p>
        {isWritten ? (
          <p className="muted">What you wrote is still there, and stays while you buy some.</p>
        ) : null}
        {packs.length === 0 ? null : (
          <ul className={styles['packs']}>
            {packs.map((pack) => (
              <li key={pack.keyword}>
                <span>
                  <strong>{pack.name}</strong>{' '}
                  <span className="muted">{inCredits(pack.credits)}</span>
                </span>
                <ButtonLink href={`${way}&keyword=${pack.keyword}`} size="small" variant="soft">
                  {pack.price}
                </ButtonLink>
              </li>
            ))}
          </ul>
        )}
      </div>
    </Dialog>
  )
}
