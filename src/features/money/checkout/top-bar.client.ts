import type { Billing } from '../../../sites/site.ts'
import { $user } from '../../core/accounts/session.store.ts'
import { $credits } from '../credits/credits.store.ts'
import { upgradeFor } from '../prices/upgrade-label.ts'

/** Keeps the balance and the upgrade button of the top bar current. */
export function showStanding(): void {
  const bar = document.querySelector<HTMLElement>('[data-standing]')
  if (!bar) return
  const model = bar.dataset['standing'] as Billing['model']
  const button = bar.querySelector<HTMLElement>('[data-upgrade]')
  const say = (place: string, text: string) => bar.querySelector(place)?.replaceChildren(text)

  $user.subscribe((user) => {
    bar.hidden = user === null
    if (!user || !button) return
    const { label, isShown } = upgradeFor(user, model)
    button.hidden = !isShown
    button.replaceChildren(label)
  })
  $credits.subscribe((credits) => {
    if (credits === null) return
    say('[data-balance]', String(credits))
    say('[data-unit]', credits === 1 ? 'credit' : 'credits')
  })
}
