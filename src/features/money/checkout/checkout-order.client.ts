import { $hint } from '../../core/live/stream.store.ts'

/** Milliseconds, should the event of the payment be missed. */
const LOOK_AGAIN = 15_000

/** Shows the payment as soon as we are told of it, without a click. */
if (document.querySelector('[data-checkout-waiting]')) {
  $hint.listen((hint) => {
    if (hint?.type === 'tickers' || hint?.type === 'credits' || hint?.type === 'reload')
      location.reload()
  })
  setTimeout(() => {
    if (document.visibilityState === 'visible') location.reload()
    else document.addEventListener('visibilitychange', () => location.reload(), { once: true })
  }, LOOK_AGAIN)
}
