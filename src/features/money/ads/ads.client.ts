import { api, assertRefused } from '../../../api/client.ts'
import type { trackEvent } from './ads.contract.ts'

/** Counts each ad that comes into view, once a page, and each click. */
function track(ad: string, event: 'view' | 'click'): void {
  api
    .send<typeof trackEvent>('POST /ad/trackEvent', { body: { ad, event } }, { keepalive: true })
    .catch(assertRefused)
}

const watcher = new IntersectionObserver(
  (entries) => {
    for (const { target, isIntersecting } of entries) {
      if (!isIntersecting || !(target instanceof HTMLElement)) continue
      watcher.unobserve(target)
      track(target.dataset['ad'] ?? '', 'view')
    }
  },
  { threshold: 0.5 },
)

for (const ad of document.querySelectorAll<HTMLElement>('[data-ad]')) {
  watcher.observe(ad)
  ad.querySelector('a')?.addEventListener('click', () => track(ad.dataset['ad'] ?? '', 'click'))
}

/** Specification §3, adblockOptimiserAds: an ad whose picture is blocked is one of words, instead of an empty frame. */
for (const ad of document.querySelectorAll<HTMLElement>('[data-falls-back]')) {
  const picture = ad.querySelector('img')
  const fallBack = () => ad.toggleAttribute('data-words-only', true)
  if (picture?.complete && picture.naturalWidth === 0) fallBack()
  else picture?.addEventListener('error', fallBack)
}
