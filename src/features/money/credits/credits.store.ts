import { atom, onMount } from 'nanostores'
import { api, assertRefused } from '#api/client.ts'
import { $user, setUser } from '#core/accounts/session.store.ts'
import { membershipOf } from '#core/accounts/standing/membership.ts'
import { aboutEvery } from '#core/live/poll-period.ts'
import { $hint } from '#core/live/stream.store.ts'
import { createSeed } from '#ui/seeds.store.ts'
import type { CreditsInfo, currentCreditsInfo } from './credits.contract.ts'

/** Polling interval in milliseconds (specification §9). */
export const CREDITS_PERIOD = 5000

export const $credits = atom<number | null>(null)

let timer: ReturnType<typeof setTimeout> | undefined
let mounted = false

export const seedCredits = createSeed(
  (credits: number | null) => {
    if (credits !== null) setCredits(credits)
  },
  () => {
    $credits.set(null)
    clearTimeout(timer)
  },
)

onMount($credits, () => {
  mounted = true
  scheduleRefresh()
  const stopHints = $hint.listen((hint) => {
    if ((hint?.type === 'credits' || hint?.type === 'reload') && $credits.get() !== null)
      void refreshCredits()
  })
  const shownAgain = () => {
    const credits = $credits.get()
    if (document.visibilityState === 'visible' && credits !== null && credits > 0)
      void refreshCredits()
  }
  document.addEventListener('visibilitychange', shownAgain)
  return () => {
    mounted = false
    clearTimeout(timer)
    stopHints()
    document.removeEventListener('visibilitychange', shownAgain)
  }
})

/** At 0, polling stops and a premium member becomes standard and ex-premium (specification §4). */
export function setCredits(credits: number): void {
  $credits.set(credits)
  const user = $user.get()
  if (user) {
    const membership = membershipOf({
      credits,
      isSubscribed: false,
      wasPremium: user.isPremium || user.isExPremium || !user.neverUpgraded,
    })
    if (membership.isPremium !== user.isPremium) setUser({ ...user, ...membership })
  }
  scheduleRefresh()
}

async function refreshCredits(): Promise<void> {
  try {
    const text = await api.send<typeof currentCreditsInfo>('GET /profile/currentCreditsInfo', {})
    const { currentCredits } = JSON.parse(text) as CreditsInfo
    if ($user.get()) setCredits(currentCredits)
  } catch (error) {
    assertRefused(error)
    // Specification §8: failed loads of credits are only logged.
    if (error.code !== 'offline') console.warn('credits not loaded', error.code)
    scheduleRefresh()
  }
}

function scheduleRefresh(): void {
  // Read first: reading a store without listeners mounts it, and the mount calls this function
  // again.
  const credits = $credits.get()
  clearTimeout(timer)
  // A hidden page asks once it is looked at.
  if (mounted && credits !== null && credits > 0 && document.visibilityState === 'visible')
    timer = setTimeout(() => void refreshCredits(), aboutEvery(CREDITS_PERIOD))
}
