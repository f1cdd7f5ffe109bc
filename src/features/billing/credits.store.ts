import { atom, onMount } from 'nanostores'
import { api, assertRefused } from '../../api/client.ts'
import { createSeed } from '../../ui/seeds.store.ts'
import { standingWith } from '../accounts/membership.ts'
import { $user, setUser } from '../accounts/session.store.ts'
import { $hint } from '../live/stream.store.ts'
import type { CreditsInfo, currentCreditsInfo } from './credits.contract.ts'

/** Specification §9. */
export const CREDITS_PERIOD = 5000

/** The credits left; null on brands that use none. While anybody listens, it is asked for every 5 seconds. */
export const $credits = atom<number | null>(null)

let timer: ReturnType<typeof setTimeout> | undefined
let mounted = false

/** Takes the balance from the page's data; null where the brand uses no credits. */
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
  askLater()
  const stopHints = $hint.listen((hint) => {
    if (hint?.type === 'credits' && $credits.get() !== null) void refreshCredits()
  })
  return () => {
    mounted = false
    clearTimeout(timer)
    stopHints()
  }
})

/**
 * Takes a balance that the server has just named. At 0 polling stops and a premium member is standard, an
 * ex-premium (specification §4); credits that come back undo that.
 */
export function setCredits(credits: number): void {
  $credits.set(credits)
  const user = $user.get()
  if (user) {
    const standing = standingWith({ credits, isSubscribed: false, wasPremium: user.isPremium || user.isExPremium || !user.neverUpgraded })
    if (standing.isPremium !== user.isPremium) setUser({ ...user, ...standing })
  }
  askLater()
}

/** Asks the server for the balance now. */
async function refreshCredits(): Promise<void> {
  try {
    const text = await api.send<typeof currentCreditsInfo>('GET /profile/currentCreditsInfo', {})
    const { currentCredits } = JSON.parse(text) as CreditsInfo
    if ($user.get()) setCredits(currentCredits)
  } catch (error) {
    assertRefused(error)
    // Specification §8: credits that could not be loaded are only logged.
    if (error.code !== 'offline') console.warn('credits not loaded', error.code)
    askLater()
  }
}

function askLater(): void {
  // Read first: reading a store that nobody listens to mounts it, which comes back to here.
  const credits = $credits.get()
  clearTimeout(timer)
  if (mounted && credits !== null && credits > 0) timer = setTimeout(() => void refreshCredits(), CREDITS_PERIOD)
}
