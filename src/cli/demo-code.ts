import { DEMO_FACTOR } from '../demo/cast.ts'
import { codeAt } from '../features/staff/totp.server.ts'
import { systemClock } from '../lib/clock.ts'

/** `npm run demo:code`: what the app of the demo network's Eve shows now. */
process.stdout.write(`${codeAt(DEMO_FACTOR, systemClock.now())}\n`)
