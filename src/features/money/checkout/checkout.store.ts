import { api, assertRefused, CallError } from '#api/client.ts'
import { $hint } from '#core/live/stream.store.ts'
import { textIn } from '#ui/form-answer.ts'
import type { upgrade } from './orders.contract.ts'

/** Milliseconds, should the event of a payment be missed. */
const LOOK_AGAIN = 15_000

/**
 * Orders what was chosen, and leads to the processor's page. Throws CallError, all of which is
 * about the choice.
 */
export async function orderAtProcessor(fields: FormData): Promise<void> {
  const source = textIn(fields, 'upgradeSourceType')
  const body = {
    keyword: textIn(fields, 'keyword'),
    promoCode: textIn(fields, 'promoCode'),
    prices: textIn(fields, 'prices'),
    ...(source === '' ? {} : { upgradeSourceType: source }),
  }
  try {
    const { checkout, next } = await api.send<typeof upgrade>(
      'POST /billing/upgrade',
      { body },
      { idempotencyKey: crypto.randomUUID() },
    )
    location.assign(checkout ?? next)
  } catch (error) {
    assertRefused(error)
    const { code, status, errors, message, retryAfter } = error
    throw new CallError({ code, status, detail: errors[0]?.message ?? message }, retryAfter)
  }
  // Not done before Back from there without a reload: another submit would be another order.
  await new Promise((resolve) => addEventListener('pageshow', resolve, { once: true }))
}

/**
 * Shows what a processor or a partner reports as soon as we are told of it; ends with what it
 * returns.
 */
export function awaitReport(): () => void {
  const stopHearing = $hint.listen((hint) => {
    if (hint?.type === 'tickers' || hint?.type === 'credits' || hint?.type === 'reload')
      location.reload()
  })
  const timer = setTimeout(() => {
    if (document.visibilityState === 'visible') location.reload()
    else document.addEventListener('visibilitychange', () => location.reload(), { once: true })
  }, LOOK_AGAIN)
  return () => {
    stopHearing()
    clearTimeout(timer)
  }
}
