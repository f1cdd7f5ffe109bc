import { api, assertRefused } from '../../../api/client.ts'
import type { upgrade } from './orders.contract.ts'

/** Leads to the processor's page at once; without script, a page of ours with a link stands between. */
const form = document.querySelector<HTMLFormElement>('[data-checkout-offers]')
const problem = document.querySelector('[data-checkout-problem]')
let isOrdering = false

form?.addEventListener('submit', (event) => {
  event.preventDefault()
  void order(new FormData(form))
})
// Back from the processor's page, without a reload.
addEventListener('pageshow', () => (isOrdering = false))

async function order(fields: FormData): Promise<void> {
  const [keyword, source, promoCode] = ['keyword', 'upgradeSourceType', 'promoCode'].map((name) =>
    fields.get(name),
  )
  if (isOrdering || typeof keyword !== 'string') return
  isOrdering = true
  problem?.replaceChildren()
  try {
    const body = {
      keyword,
      ...(typeof source === 'string' ? { upgradeSourceType: source } : {}),
      ...(typeof promoCode === 'string' ? { promoCode } : {}),
    }
    const { checkout, next } = await api.send<typeof upgrade>(
      'POST /billing/upgrade',
      { body },
      { idempotencyKey: crypto.randomUUID() },
    )
    location.assign(checkout ?? next)
  } catch (error) {
    assertRefused(error)
    isOrdering = false
    problem?.replaceChildren(error.errors[0]?.message ?? error.message)
  }
}
