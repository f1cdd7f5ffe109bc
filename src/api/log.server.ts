import pino from 'pino'
import { presentWork } from '../lib/present-work.server.ts'

/** Each line of a request has its id, and each of a job its name. */
export function createLog(level: pino.Level, destination: pino.DestinationStream = pino.destination(1)): pino.Logger {
  return pino({ level, mixin: whoseLine }, destination)
}

function whoseLine(): { requestId?: string; job?: string } {
  const work = presentWork()
  if (work === undefined) return {}
  return 'job' in work ? { job: work.job } : { requestId: work.requestId }
}
