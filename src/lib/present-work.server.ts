import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * What is being done: a request, with the pattern of its route as far as it is known, or a run of a
 * job.
 */
export type Work = { requestId: string; route: string | null } | { job: string }

const present = new AsyncLocalStorage<Work>()

/**
 * `work` is known to all that `run` calls and awaits: to lines of the log, and to the watch over
 * statements.
 */
export function during<T>(work: Work, run: () => T): T {
  return present.run(work, run)
}

/** For what goes on after the request that began it, such as a timer. */
export function apart<T>(run: () => T): T {
  return present.exit(run)
}

export function presentWork(): Work | undefined {
  return present.getStore()
}

export function noteRoute(route: string): void {
  const work = present.getStore()
  if (work !== undefined && 'route' in work) work.route = route
}
