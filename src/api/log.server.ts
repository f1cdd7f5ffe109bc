import pino from 'pino'
import { MINUTE } from '../lib/clock.ts'
import { apart, presentWork } from '../lib/present-work.server.ts'

/** Each line of a request has its id, and each of a job its name. */
export function createLog(
  level: pino.Level,
  destination: pino.DestinationStream = pino.destination(1),
): pino.Logger {
  return pino({ level, mixin: whoseLine }, destination)
}

/** A demo's terminal shows what is wrong alone. */
export function openLog({ production }: { production: boolean }): pino.Logger {
  return createLog(production ? 'info' : 'warn')
}

function whoseLine(): { requestId?: string; job?: string } {
  const work = presentWork()
  if (work === undefined) return {}
  return 'job' in work ? { job: work.job } : { requestId: work.requestId }
}

/** How often each line was left out in its present period. */
const leftOut = new WeakMap<pino.Logger, Map<string, number>>()

/**
 * For what anybody can cause as often as they like: a line at once, then at most one a period, each
 * with how many it stands for. `words` are of the program, so that the number of lines is bounded.
 */
export function saySeldom(
  log: pino.Logger,
  level: 'info' | 'warn' | 'error',
  sentence: string,
  {
    words = {},
    period = MINUTE,
  }: { words?: Readonly<Record<string, string>>; period?: number } = {},
): void {
  const counts = leftOut.get(log) ?? new Map<string, number>()
  leftOut.set(log, counts)
  const key = JSON.stringify([sentence, words])
  const before = counts.get(key)
  if (before !== undefined) counts.set(key, before + 1)
  else apart(() => say(1))

  function say(times: number): void {
    log[level]({ ...words, times }, sentence)
    counts.set(key, 0)
    setTimeout(() => {
      const more = counts.get(key) ?? 0
      counts.delete(key)
      if (more > 0) say(more)
    }, period).unref()
  }
}
