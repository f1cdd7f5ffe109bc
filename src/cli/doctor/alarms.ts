import { setTimeout as pause } from 'node:timers/promises'
import { MINUTE, SECOND } from '#lib/clock.ts'
import { jsonIn } from '#lib/json.ts'
import type { GivenSettings } from '#settings.ts'
import { type Finding, findings } from './finding.ts'
import { askAsDoctor } from './outside.ts'

const { done, toDo, notHere } = findings('alarms')
/** Prometheus asks every fifteen seconds, or every minute. */
const LONGEST = 5 * MINUTE
/** So long after a start nobody need have asked yet. */
const FIRST = 75 * SECOND
const AGAIN = 5 * SECOND

/** Both in milliseconds: since the metrics were read, null if they never were, and since the start. */
type Told = { metricsRead?: number | null; up?: number }

export async function checkAlarms(settings: GivenSettings): Promise<Finding[]> {
  if (!settings.production) return [notHere('a demo')]
  if (settings.metrics.port === 0)
    return [toDo('METRICS_PORT is 0, and nothing can watch: leave it out.')]
  for (;;) {
    const answer = await askAsDoctor(settings, settings.sessionSecret)
    const told = (typeof answer === 'string' ? null : jsonIn(answer.body)) as Told | null
    if (told?.metricsRead !== null || (told.up ?? FIRST) >= FIRST) return [alarmFinding(told ?? {})]
    await pause(AGAIN)
  }
}

export function alarmFinding({ metricsRead }: Told): Finding {
  if (metricsRead === undefined)
    return toDo('Whether anybody watches is not known: see what is said of the proxy.')
  if (metricsRead === null || metricsRead > LONGEST)
    return toDo(
      'Nobody reads the metrics, so that no alarm can sound: let Prometheus read METRICS_PORT.',
    )
  return done('the metrics are read')
}
