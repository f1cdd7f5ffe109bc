import { readKept, tabKept } from '../../../../lib/browser.ts'
import { WAY_ON } from '../../../core/accounts/stored-user.ts'
import { $hint } from '../../../core/live/stream.store.ts'

/** The partner is another site: what the member came for is kept here, and told to nobody. */
type Next = { label: string; url: string }

const offer = document.querySelector<HTMLElement>('[data-partner-offer]')
const { onward, waiting } = offer?.dataset ?? {}
if (onward !== undefined) tabKept.setItem(WAY_ON, onward)

const way = offer?.querySelector<HTMLAnchorElement>('[data-way-on]')
const next = readKept(tabKept.getItem(WAY_ON)) as Next | null
if (way && next !== null) {
  way.setAttribute('href', next.url)
  way.replaceChildren(next.label)
}

/** Shows what the partner has granted as soon as we are told, without a click. */
if (waiting !== undefined) {
  $hint.listen((hint) => {
    if (hint?.type === 'tickers' || hint?.type === 'reload') location.reload()
  })
}
