import { useIsAlive } from '../../ui/use-seeded.ts'
import type { Reader } from './times.ts'

/** When and where somebody reads: the server's instant in UTC at first, then the browser's own. */
export function useReader(now: string): Reader {
  const isAlive = useIsAlive()
  if (!isAlive) return { now: new Date(now), zone: 'UTC' }
  return { now: new Date(), zone: Intl.DateTimeFormat().resolvedOptions().timeZone }
}
