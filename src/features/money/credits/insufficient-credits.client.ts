import { $user } from '../../core/accounts/session.store.ts'
import { inCredits } from '../prices/in-credits.ts'
import { upgradeFor } from '../prices/upgrade-label.ts'
import type { SourceType } from '../prices/upgrade-source.ts'
import { $credits } from './credits.store.ts'

export type Shortage = {
  /** What was to be paid, as the beginning of a sentence. */
  what: string
  price: number
  /** Why, for the way back after buying. */
  source: SourceType
  other: number | null
  /** Whether something is written that is kept. */
  isWritten?: boolean
}

let isConnected = false

/** Opens the layout's dialog, which every page of a brand with credits has. */
export function showInsufficientCredits({
  what,
  price,
  source,
  other,
  isWritten = false,
}: Shortage): void {
  const dialog = document.querySelector<HTMLDialogElement>('dialog[data-credits-dialog]')
  const credits = $credits.get() ?? 0
  if (!dialog || dialog.open) return
  if (!isConnected) connect(dialog)
  dialog
    .querySelector('[data-cost]')
    ?.replaceChildren(
      `${what} costs ${inCredits(price)}, and you have ${credits === 0 ? 'none left' : credits}.`,
    )
  const kept = dialog.querySelector<HTMLElement>('[data-kept]')
  if (kept) kept.hidden = !isWritten
  for (const link of dialog.querySelectorAll<HTMLAnchorElement>('[data-buy]')) {
    const url = new URL(link.href)
    url.searchParams.set('upgradeSourceType', source)
    if (other === null) url.searchParams.delete('with')
    else url.searchParams.set('with', String(other))
    link.href = url.href
  }
  // The page may be older than the last spend.
  const user = $user.get()
  if (user) dialog.querySelector('[data-label]')?.replaceChildren(upgradeFor(user, 'credits').label)
  dialog.showModal()
}

function connect(dialog: HTMLDialogElement): void {
  isConnected = true
  for (const button of dialog.querySelectorAll('[data-close]'))
    button.addEventListener('click', () => dialog.close())
  // A click on the backdrop has the dialog itself as its target, since its padding is zero.
  dialog.addEventListener('mousedown', (event) => {
    if (event.target === dialog) dialog.close()
  })
}
