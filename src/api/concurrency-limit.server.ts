import { ApiError } from './errors.ts'

/**
 * Limits the concurrency of expensive work that anonymous callers can start; a short queue holds
 * the rest.
 */
export type ConcurrencyLimit = {
  run<T>(work: () => Promise<T>): Promise<T>
  refuseIfFull(): void
}

export function createConcurrencyLimit({
  atOnce,
  mostWaiting,
  retryAfter,
}: {
  atOnce: number
  mostWaiting: number
  retryAfter: number
}): ConcurrencyLimit {
  const waiting: Array<() => void> = []
  let working = 0
  function refuseIfFull(): void {
    if (working >= atOnce && waiting.length >= mostWaiting)
      throw new ApiError('busy', { headers: { 'Retry-After': String(retryAfter) } })
  }
  return {
    refuseIfFull,
    async run(work) {
      refuseIfFull()
      if (working >= atOnce) await new Promise<void>((resolve) => void waiting.push(resolve))
      else working += 1
      try {
        return await work()
      } finally {
        const next = waiting.shift()
        if (next) next()
        else working -= 1
      }
    },
  }
}
