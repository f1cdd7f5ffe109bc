import type { Services } from '../api/services.server.ts'
import { SECOND } from '../lib/clock.ts'
import { WAKE_CHANNEL } from './wake.sql.ts'

export type Job = {
  name: string
  /** Milliseconds between two runs; `wake` (jobs/wake) starts a run earlier. */
  period: number
  start(services: Services): StartedJob
}

type StartedJob = {
  /** After `stopping` is aborted, it finishes its batch. Other processes may run the same job concurrently. */
  run(stopping: AbortSignal): Promise<void>
  close?(): Promise<void> | void
}

export type Jobs = {
  poke(name: string): void
  drain(): void
  stop(): Promise<void>
}

const BATCH_PAUSE = SECOND

/** Rows per batch: a statement takes some hundredths of a second, after which other transactions get the locks. */
export const BATCH = 1000

export async function inBatches(stopping: AbortSignal, batch: (most: number) => Promise<number>): Promise<void> {
  let done = BATCH
  while (done >= BATCH && !stopping.aborted) done = await batch(BATCH)
}

/** Runs of one job never overlap in a process, and a failed job does not stop the others. */
export function startJobs(product: Services, jobs: readonly Job[]): Jobs {
  const services = { ...product, db: product.database.backgroundDb }
  const stopping = new AbortController()
  const running = new Map(jobs.map((job) => [job.name, repeat(services, job, stopping.signal)]))
  const poke = (name: string): void => running.get(name)?.poke()
  const listening = services.database.listen(WAKE_CHANNEL, poke).catch((error: unknown) => {
    services.log.error({ error }, 'jobs cannot be woken; they run at their periods')
    return async () => undefined
  })
  return {
    poke,
    drain: () => stopping.abort(),
    async stop() {
      stopping.abort()
      await (
        await listening
      )()
      await Promise.all([...running.values()].map(({ ended }) => ended))
    },
  }
}

function repeat(services: Services, job: Job, stopping: AbortSignal): { poke(): void; ended: Promise<void> } {
  const work = job.start(services)
  let wanted = false
  let rise: () => void = () => undefined

  async function wait(milliseconds: number): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, milliseconds)
      rise = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }
  async function runOnce(): Promise<boolean> {
    try {
      await work.run(stopping)
      return true
    } catch (error) {
      services.log.error({ job: job.name, error }, 'job failed')
      return false
    }
  }
  async function untilStopped(): Promise<void> {
    while (!stopping.aborted) {
      wanted = false
      const went = await runOnce()
      // Both flags may change during the await, which the compiler does not know.
      // oxlint-disable-next-line typescript/no-unnecessary-condition
      if (stopping.aborted) break
      // oxlint-disable-next-line typescript/no-unnecessary-condition
      if (!wanted) await wait(job.period)
      else if (!went) await wait(BATCH_PAUSE)
    }
    await work.close?.()
  }

  stopping.addEventListener('abort', () => rise(), { once: true })
  return {
    poke() {
      wanted = true
      rise()
    },
    ended: untilStopped(),
  }
}
