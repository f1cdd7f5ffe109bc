import { DEMO_FACTOR } from '../demo/cast.ts'
import { codeAt } from '../features/core/staff-accounts/totp.server.ts'
import { systemClock } from '../lib/clock.ts'

process.stdout.write(`${codeAt(DEMO_FACTOR, systemClock.now())}\n`)
