import { SECOND } from '../lib/clock.ts'
import type { Job } from './worker.server.ts'

/**
 * Says when the machine's clock was set back: until it is where it was, what is due comes later by
 * so much.
 */
export const clockJob: Job = {
  name: 'clock',
  period: 10 * SECOND,
  start({ clock, log }) {
    let before = clock.now().getTime()
    let lookedAt = performance.now()
    return {
      async run() {
        const [now, at] = [clock.now().getTime(), performance.now()]
        // What took place between two looks has moved it on.
        const back = before + at - lookedAt - now
        if (now < before)
          log.warn({ seconds: Math.round(back / SECOND) }, 'the clock of this machine went back')
        ;[before, lookedAt] = [now, at]
      },
    }
  },
}
