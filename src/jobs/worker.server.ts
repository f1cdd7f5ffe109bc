import type { Services } from '../api/services.server.ts'
import { SECOND } from '../lib/clock.ts'
import { WAKE_CHANNEL } from './wake.sql.ts'

/** Something that is done again and again beside the requests. */
export type Job = {
  name: string
  /** Milliseconds of rest between two runs; being woken (jobs/wake) cuts it short. */
  period: number
  /** Called once, when the worker starts: opens what all runs share. No statement of `db` outlasts a stop. */
  start(services: Services): Work
}

type Work = {
  /** One run, in batches. Other processes may be running the same job. Once `stopping` is aborted, finish the batch and return. */
  run(stopping: AbortSignal): Promise<void>
  close?(): Promise<void> | void
}

export type Jobs = {
  /** Runs the job now, or once more if it is running. */
  poke(name: string): void
  /** Begins no further run, and asks those under way to end. */
  drain(): void
  /** The same, and resolves when they have ended. */
  stop(): Promise<void>
}

/** Rest after a run that failed although somebody wants the next at once. */
const BREATHER = SECOND

/** How much one batch does: a statement of some hundredths of a second, after which others get their turn. */
export const BATCH = 1000

/** Goes on, a batch after the other, until one finds less than there could be or the process stops. */
export async function inBatches(stopping: AbortSignal, batch: (most: number) => Promise<number>): Promise<void> {
  let done = BATCH
  while (done >= BATCH && !stopping.aborted) done = await batch(BATCH)
}

/** Runs every job at its period until stopped. A job never overlaps itself here, and never ends another by failing. */
export function startJobs(product: Services, jobs: readonly Job[]): Jobs {
  const services = { ...product, db: product.database.patientDb }
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
      await (await listening)()
      await Promise.all([...running.values()].map(({ ended }) => ended))
    },
  }
}

function repeat(services: Services, job: Job, stopping: AbortSignal): { poke(): void; ended: Promise<void> } {
  const work = job.start(services)
  let wanted = false
  let rise: () => void = () => undefined

  async function rest(milliseconds: number): Promise<void> {
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
      // Both may have changed while the job ran, which the compiler does not know.
      // oxlint-disable-next-line typescript/no-unnecessary-condition
      if (stopping.aborted) break
      // oxlint-disable-next-line typescript/no-unnecessary-condition
      if (!wanted) await rest(job.period)
      else if (!went) await rest(BREATHER)
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
