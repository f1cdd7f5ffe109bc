import { ApiError } from './errors.ts'

/** Work that is dear and that strangers may ask for: few at a time, whoever asks, and a short queue behind them. */
export type Turns = {
  /** Does `work` when it is its turn. Throws ApiError `busy`, at once, where the queue is full. */
  take<T>(work: () => Promise<T>): Promise<T>
  /** Throws ApiError `busy` where `take` would: to be asked before anything else is done for nothing. */
  refuseIfFull(): void
}

/** `retryAfter` in seconds. */
export function createTurns({ atOnce, mostWaiting, retryAfter }: { atOnce: number; mostWaiting: number; retryAfter: number }): Turns {
  const waiting: Array<() => void> = []
  let working = 0
  function refuseIfFull(): void {
    if (working >= atOnce && waiting.length >= mostWaiting) throw new ApiError('busy', { headers: { 'Retry-After': String(retryAfter) } })
  }
  return {
    refuseIfFull,
    async take(work) {
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

/**
 * Passwords: each hash takes one of the four threads that a process has for files and names as well, 19 MiB, and
 * 40 ms of a core. Whoever came after forty would wait for a second and more.
 */
export const passwordTurns = createTurns({ atOnce: 2, mostWaiting: 40, retryAfter: 2 })
