import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { startProduct } from '../support/processes.ts'
import { type Fault, onTheWay, percentile } from './fault.ts'
import { underLoad } from './load.ts'
import type { Crowd, CrowdState } from './slow-crowd.ts'
import { addWriters, type Writer } from './writers.ts'

/**
 * Clients that connect and say nothing, or send their headers or their body a byte every two
 * seconds, while others use the product. A client beyond its address's share of bodies is refused
 * at once.
 */
const SIZES = { full: { clients: 5000, rate: 50 }, short: { clients: 200, rate: 20 } }
const CUT = 15_000
const P99 = 500
/** Beyond the aim, so that one that is missed is measured. */
const LONGEST = 30_000

export const fault: Fault = async (size) => {
  const { clients: count, rate } = SIZES[size]
  let writers: Writer[] = []
  const product = await startProduct('postgres', async (database) => {
    writers = await addWriters(database, 32)
  })
  const crowd = new Worker(new URL('./slow-crowd.ts', import.meta.url), {
    workerData: { port: product.process.port, count } satisfies Crowd,
  })
  try {
    let state = await said(crowd)
    const load = await underLoad(product, writers, rate, size, async () => {
      crowd.postMessage('open')
      const tell = onTheWay(size, 5)
      const from = performance.now()
      let told = 0
      do {
        state = await said(crowd)
        const seconds = Math.floor((performance.now() - from) / 1000)
        if (seconds > told)
          tell((told = seconds), () => `after ${seconds} s ${state.open} of ${count} are open`)
      } while (state.open > 0 && performance.now() - from < LONGEST)
    })
    const failed = load.seen.filter(({ status }) => status !== 200)
    const p99 = percentile(
      load.seen.map(({ milliseconds }) => milliseconds),
      0.99,
    )
    return [
      {
        what: 'slow clients; … still open',
        figure: `${count}; ${state.open}`,
        aim: '0',
        isReached: state.open === 0,
      },
      ...Object.entries(state.longest).map(([kind, longest]) => ({
        what: `the longest that ${kind}`,
        figure: `${(longest / 1000).toFixed(1)} s`,
        aim: `${CUT / 1000} s`,
        isReached: size === 'short' || longest <= CUT,
      })),
      {
        what: 'requests of others; … failed',
        figure: `${load.seen.length}; ${failed.length}${failed.length > 0 ? ` ${[...new Set(failed.map(({ status, text }) => `${status} ${text}`))].slice(0, 3).join('; ')}` : ''}`,
        aim: '0',
        isReached: failed.length === 0,
      },
      {
        what: '… p99',
        figure: `${Math.round(p99)} ms`,
        aim: `${P99} ms`,
        isReached: size === 'short' || p99 < P99,
      },
    ]
  } finally {
    await crowd.terminate()
    await product.stop()
  }
}

async function said(crowd: Worker): Promise<CrowdState> {
  const [state] = (await once(crowd, 'message')) as [CrowdState]
  return state
}
