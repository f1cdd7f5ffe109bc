import { useIsAlive } from '#ui/use-seeded.ts'
import type { Reader } from './times.ts'

/**
 * Returns the server's time in UTC for the first render, so that hydration matches, then the
 * browser's own.
 */
export function useReader(now: string, locale: string): Reader {
  const isAlive = useIsAlive()
  if (!isAlive) return { now: new Date(now), zone: 'UTC', locale }
  return { now: new Date(), zone: Intl.DateTimeFormat().resolvedOptions().timeZone, locale }
}
