import { DEMO_FACTOR } from '../demo/cast.ts'
import { codeAt } from '../features/staff/totp.server.ts'
import { systemClock } from '../lib/clock.ts'

/** `npm run demo:code`: prints the present second-factor code of the demo member Eve. */
process.stdout.write(`${codeAt(DEMO_FACTOR, systemClock.now())}\n`)
