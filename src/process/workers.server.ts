import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import pino from 'pino'
import { MINUTE, SECOND } from '../lib/clock.ts'

/** What a worker says when it answers requests, and what it is told when its successor does. */
export const READY = 'ready'
export const RETIRE = 'retire'

/** Milliseconds until a worker that died is replaced, doubled each time it dies within a minute. */
const FIRST_PAUSE = SECOND
const MAX_PAUSE = 30 * SECOND
/** A new worker that is not ready after this has failed, and the old one goes on. */
const START_LIMIT = 2 * MINUTE

const SLOT = 'WORKER_SLOT'

/** Which worker this is, from 0; null where there are none. */
export const workerSlot = cluster.isWorker ? Number(process.env[SLOT]) : null
/** It runs all jobs, the others only those that each process needs. */
export const isFirstWorker = workerSlot === null || workerSlot === 0

type Workers = { stop(): Promise<void>; restart(): Promise<void> }

/** Starts `count` workers on one port. Null if the first one cannot start, which says why. */
export async function startWorkers(
  count: number,
  env: Record<string, string>,
  ended: () => void,
): Promise<Workers | null> {
  const log = pino()
  const current: Worker[] = []
  let isStopping = false
  let isRestarting = false

  function launch(slot: number, pause = FIRST_PAUSE): Worker {
    const worker = cluster.fork({ ...env, [SLOT]: String(slot) })
    const from = Date.now()
    worker.once('exit', (code, signal) => {
      // Otherwise it was replaced, or never took the place.
      if (isStopping || current[slot] !== worker) return
      log.error({ worker: slot, code, signal, wait: pause }, 'a worker ended, and is replaced')
      const next = Date.now() - from > MINUTE ? FIRST_PAUSE : Math.min(MAX_PAUSE, pause * 2)
      setTimeout(() => {
        if (!isStopping && current[slot] === worker) current[slot] = launch(slot, next)
      }, pause)
    })
    void becomesReady(worker).then(
      (isReady) =>
        isReady && log.info({ worker: slot, pid: worker.process.pid }, 'a worker is ready'),
    )
    return worker
  }

  /**
   * One after the other, each new worker before its old one leaves: of the build that is on the
   * disk now.
   */
  async function restart(): Promise<void> {
    if (isRestarting || isStopping) return
    isRestarting = true
    for (const [slot, old] of current.entries()) {
      const fresh = launch(slot)
      if (!(await becomesReady(fresh))) {
        fresh.process.kill('SIGKILL')
        log.error({ worker: slot }, 'a new worker does not start: the old ones go on')
        break
      }
      current[slot] = fresh
      const gone = hasEnded(old) ? null : once(old, 'exit')
      if (old.isConnected()) old.send(RETIRE)
      await gone
    }
    isRestarting = false
    log.info('workers restarted')
  }

  const first = launch(0)
  if (!(await becomesReady(first))) return null
  current[0] = first
  for (let slot = 1; slot < count; slot += 1) current[slot] = launch(slot)
  await Promise.all(current.map(becomesReady))
  return {
    restart,
    async stop() {
      if (isStopping) return
      isStopping = true
      const left = Object.values(cluster.workers ?? {}).filter(
        (worker) => worker !== undefined && !hasEnded(worker),
      ) as Worker[]
      await Promise.all(
        left.map(async (worker) => {
          const gone = once(worker, 'exit')
          worker.process.kill('SIGTERM')
          await gone
        }),
      )
      ended()
    },
  }
}

function hasEnded({ process: { exitCode, signalCode } }: Worker): boolean {
  return exitCode !== null || signalCode !== null
}

const ready = new WeakSet<Worker>()

function becomesReady(worker: Worker): Promise<boolean> {
  return new Promise((resolve) => {
    if (ready.has(worker)) return resolve(true)
    const limit = setTimeout(() => resolve(false), START_LIMIT)
    worker.on('message', (message) => {
      if (message !== READY) return
      ready.add(worker)
      clearTimeout(limit)
      resolve(true)
    })
    worker.once('exit', () => {
      clearTimeout(limit)
      resolve(false)
    })
  })
}
