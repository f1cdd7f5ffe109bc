import { ApiError } from './errors.ts'
import { CHALLENGE_HEADER } from './proofs.ts'

/**
 * Who asks for a password to be hashed. `known`: a member, or a device that the account knows;
 * `proven`: a stranger who has solved a proof of work; `script` and `form`: other strangers, of
 * whom only `script` could solve one.
 */
export type Turn = 'known' | 'proven' | 'script' | 'form'

const lanes = ['known', 'proven', 'strangers'] as const
const laneOf = { known: 'known', proven: 'proven', script: 'strangers', form: 'strangers' } as const

export type HashingQueue = {
  /**
   * Throws ApiError `busy` where nobody of this turn is let in now, or once somebody newer took the
   * place.
   */
  run<T>(turn: Turn, work: () => Promise<T>): Promise<T>
  refuseIfFull(turn: Turn): void
}

/**
 * Three lanes of one queue, each of which waits only for those before it, so that a flood of
 * strangers keeps out neither known devices nor who has solved a proof. In a full lane the oldest
 * gives way: its sender is the likeliest to be gone.
 */
export function createHashingQueue({
  atOnce,
  mostWaiting,
  retryAfter,
}: {
  atOnce: number
  mostWaiting: number
  retryAfter: number
}): HashingQueue {
  type Waiting = { begin(): void; giveWay(): void }
  const waiting: Record<(typeof lanes)[number], Waiting[]> = {
    known: [],
    proven: [],
    strangers: [],
  }
  let working = 0
  // The router fills in the challenge.
  const busy = () =>
    new ApiError('busy', { headers: { 'Retry-After': String(retryAfter), [CHALLENGE_HEADER]: '' } })
  function refuseIfFull(turn: Turn): void {
    if (turn === 'script' && working >= atOnce && waiting.strangers.length >= mostWaiting)
      throw busy()
  }
  function wait(turn: Turn): Promise<void> {
    const lane = waiting[laneOf[turn]]
    return new Promise((resolve, reject) => {
      lane.push({ begin: resolve, giveWay: () => reject(busy()) })
      if (lane.length > mostWaiting) lane.shift()?.giveWay()
    })
  }
  return {
    refuseIfFull,
    async run(turn, work) {
      refuseIfFull(turn)
      if (working >= atOnce) await wait(turn)
      else working += 1
      try {
        return await work()
      } finally {
        const next = lanes
          .map((name) => waiting[name])
          .find(({ length }) => length > 0)
          ?.shift()
        if (next) next.begin()
        else working -= 1
      }
    },
  }
}

/**
 * A hash takes 40 ms of a core, 19 MiB and a thread of libuv's pool; behind 40 calls the next waits
 * for a second.
 */
export const passwordHashingQueue = createHashingQueue({
  atOnce: 2,
  mostWaiting: 40,
  retryAfter: 2,
})
