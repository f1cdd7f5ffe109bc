import { atom, onMount } from 'nanostores'
import { api, assertRefused } from '#api/client.ts'
import { $user, setUser } from '#core/accounts/session.store.ts'
import { $hint } from '#core/live/stream.store.ts'
import type { getParameters } from '#members/viewer/parameters.contract.ts'
import { setCredits } from '../credits/credits.store.ts'
import { type FrameMessage, IGNORED_ERROR } from '../processors/gateway/card-frame.ts'
import { formAddress } from '../processors/gateway/form-address.ts'
import type {
  BillingData,
  CreditUpgradeData,
  getBillingData,
  getCreditUpgradeData,
  upgrade,
} from './orders.contract.ts'

export type PurchaseStep =
  | { step: 'choosing' }
  | { step: 'ordering'; keyword: string }
  | {
      step: 'paying'
      keyword: string
      order: number
      address: string
      form: 'loading' | 'shown' | 'missing'
    }
  /** The gateway's page reports success; only the gateway's webhook confirms the payment. */
  | { step: 'confirming'; keyword: string; order: number }
  | { step: 'paid'; keyword: string }

export const $purchase = atom<PurchaseStep>({ step: 'choosing' })
export const $problem = atom<string | null>(null)
export const $holdings = atom<{
  premiumUntil: string | null
  lots: CreditUpgradeData['lots']
} | null>(null)

/**
 * Polling interval in milliseconds while a payment is pending; an event may trigger a request
 * earlier.
 */
const POLL_INTERVAL = 2000

onMount($purchase, () => {
  const stopHints = $hint.listen((hint) => {
    if (hint?.type === 'tickers' || hint?.type === 'credits' || hint?.type === 'reload')
      void checkPayment()
  })
  const timer = setInterval(() => {
    if ($purchase.get().step === 'confirming' && document.visibilityState === 'visible')
      void checkPayment()
  }, POLL_INTERVAL)
  return () => {
    stopHints()
    clearInterval(timer)
  }
})

/** `source`: why, for the cookie that leads back there; `prices`: those that the page shows. */
export async function orderProduct(
  keyword: string,
  source: string | null,
  promoCode: string,
  prices: string,
): Promise<void> {
  if ($purchase.get().step === 'ordering') return
  $problem.set(null)
  $purchase.set({ step: 'ordering', keyword })
  try {
    const { order } = await api.send<typeof upgrade>(
      'POST /billing/upgrade',
      {
        body: {
          keyword,
          promoCode,
          prices,
          ...(source === null ? {} : { upgradeSourceType: source }),
        },
      },
      { idempotencyKey: crypto.randomUUID() },
    )
    const billing = await billingData(order)
    const user = $user.get()
    if (!billing || !user) return backToOffers()
    const address = formAddress(billing, user, matchMedia('(width < 600px)').matches)
    $purchase.set({ step: 'paying', keyword, order, address, form: 'loading' })
  } catch (error) {
    assertRefused(error)
    backToOffers()
    $problem.set(error.errors[0]?.message ?? error.message)
  }
}

export function backToOffers(): void {
  $problem.set(null)
  $purchase.set({ step: 'choosing' })
}

export function reloadForm(): void {
  const purchase = $purchase.get()
  if (purchase.step === 'paying') $purchase.set({ ...purchase, form: 'loading' })
}

export function handleFrameMessage(message: FrameMessage): void {
  const purchase = $purchase.get()
  if (purchase.step !== 'paying') return
  switch (message.type) {
    case 'loaded':
      $problem.set(null)
      return $purchase.set({ ...purchase, form: 'shown' })
    case 'failed':
      // Specification §8: a failed form load only stops the loading state.
      return $purchase.set({ ...purchase, form: 'missing' })
    case 'declined':
      return $problem.set(message.message)
    case 'error':
      if (purchase.form === 'loading') $purchase.set({ ...purchase, form: 'missing' })
      if (message.error !== IGNORED_ERROR) return $problem.set(message.error)
      return void checkPayment()
    case 'approved':
      $problem.set(null)
      $purchase.set({ step: 'confirming', keyword: purchase.keyword, order: purchase.order })
      return void checkPayment()
    case 'ready':
    case 'height':
      // CardForm handles it because it holds the iframe.
      return
  }
}

/** Asks the server whether the order is paid, then refreshes all data that depends on it. */
async function checkPayment(): Promise<void> {
  const purchase = $purchase.get()
  if (purchase.step !== 'paying' && purchase.step !== 'confirming') return
  const billing = await billingData(purchase.order)
  if (billing?.order?.state !== 'paid') return
  try {
    const [{ userInfo, creditsInfo }, { lots }] = await Promise.all([
      api.send<typeof getParameters>('GET /site/getParameters', { query: {} }),
      api.send<typeof getCreditUpgradeData>('GET /billing/getCreditUpgradeData', {}),
    ])
    if (userInfo) setUser(userInfo)
    if (creditsInfo) setCredits(creditsInfo.currentCredits)
    $holdings.set({ premiumUntil: billing.premiumUntil, lots })
    // A concurrent request may have confirmed the order, or the member may have started a new one.
    const now = $purchase.get()
    if ((now.step !== 'paying' && now.step !== 'confirming') || now.order !== purchase.order) return
    $problem.set(null)
    $purchase.set({ step: 'paid', keyword: purchase.keyword })
  } catch (error) {
    log(error)
  }
}

async function billingData(order: number): Promise<BillingData | null> {
  try {
    return await api.send<typeof getBillingData>('GET /billing/getBillingData', {
      query: { order },
    })
  } catch (error) {
    log(error)
    return null
  }
}

/** Specification §8: failed loads of billing and credits are only logged. */
function log(error: unknown): void {
  assertRefused(error)
  if (error.code !== 'offline') console.warn('billing not loaded', error.code)
}
