import { collectVisits } from '../api/visits.server.ts'
import { SECOND } from '../lib/clock.ts'
import type { Job } from './worker.server.ts'

/**
 * Milliseconds between two writes: so late others see at most that somebody is there. Each member
 * visits once a minute; a statement for each visit would be a fifth of all that polls cost.
 */
const PERIOD = 2 * SECOND

export const visitJob: Job = {
  name: 'visits',
  period: PERIOD,
  start(services) {
    const { write, end } = collectVisits(services)
    return { run: write, close: end }
  },
}
