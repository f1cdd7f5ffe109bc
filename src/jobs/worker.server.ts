import type { Services } from '../api/services.server.ts'
import { SECOND } from '../lib/clock.ts'
import { distinct } from '../lib/distinct.ts'
import { counter, gauge, histogram } from '../lib/metrics.server.ts'
import { during } from '../lib/present-work.server.ts'
import { WAKE_CHANNEL } from './wake.sql.ts'

export type Job = {
  name: string
  /** Milliseconds between two runs; `wake` (jobs/wake) starts a run earlier. */
  period: number
  start(services: Services): StartedJob
}

type StartedJob = {
  /**
   * After `stopping` is aborted, it finishes its batch. Other processes may run the same job
   * concurrently. It finds its work in the rows, for it runs again after a commit whose answer was
   * lost: that run failed, and did its work.
   */
  run(stopping: AbortSignal): Promise<void>
  close?(): Promise<void> | void
}

export type Jobs = {
  poke(name: string): void
  drain(): void
  stop(): Promise<void>
}

const BATCH_PAUSE = SECOND

// `job` is a label that Prometheus gives to each process.
const runs = counter('sites_job_runs_total', 'Runs of each job, by how they ended: ok or failed', [
  'task',
  'outcome',
])
const durations = histogram(
  'sites_job_duration_seconds',
  'How long a run of a job takes',
  [0.01, 0.1, 1, 10, 60],
  ['task'],
)
/** When the next run of each job is due, or the present one was, in milliseconds. */
const dueAt = new Map<string, number>()
gauge(
  'sites_job_overdue_seconds',
  'Since when a run of each job is due that has not ended; 0 while none is',
  ['task'],
  function () {
    for (const [job, at] of dueAt)
      this.set({ task: job }, Math.max(0, performance.now() - at) / 1000)
  },
)

/**
 * Rows per batch: a statement takes some hundredths of a second, after which other transactions get
 * the locks.
 */
export const BATCH = 1000

export async function inBatches(
  stopping: AbortSignal,
  batch: (most: number) => Promise<number>,
): Promise<void> {
  let done = BATCH
  while (done >= BATCH && !stopping.aborted) done = await batch(BATCH)
}

/** Runs of one job never overlap in a process, and a failed job does not stop the others. */
export function startJobs(product: Services, jobs: readonly Job[]): Jobs {
  const services = { ...product, db: product.database.backgroundDb }
  const stopping = new AbortController()
  const running = new Map(
    distinct('jobs', jobs, ({ name }) => name).map((job) => [
      job.name,
      repeat(services, job, stopping.signal),
    ]),
  )
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

function repeat(
  services: Services,
  job: Job,
  stopping: AbortSignal,
): { poke(): void; ended: Promise<void> } {
  const work = job.start(services)
  dueAt.set(job.name, performance.now())
  let wanted = false
  let rise: () => void = () => undefined

  async function wait(milliseconds: number): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, milliseconds)
      rise = () => {
        dueAt.set(job.name, performance.now())
        clearTimeout(timer)
        resolve()
      }
    })
  }
  async function runOnce(): Promise<boolean> {
    const from = performance.now()
    try {
      await during({ job: job.name }, () => work.run(stopping))
      runs.inc({ task: job.name, outcome: 'ok' })
      return true
    } catch (error) {
      runs.inc({ task: job.name, outcome: 'failed' })
      services.log.error({ job: job.name, error }, 'job failed')
      return false
    } finally {
      durations.observe({ task: job.name }, (performance.now() - from) / 1000)
      dueAt.set(job.name, performance.now() + job.period)
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
    dueAt.delete(job.name)
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
