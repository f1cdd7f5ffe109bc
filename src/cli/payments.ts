import { startUp } from '../process/start-up.server.ts'
import { runPayments } from './payments/commands.ts'

/**
 * `npm run payments`: gateway reports without effect, to be refunded, or granted with `npm run
 * member`; accounts under review; differences that the night found. `-- reviewed <account number>`
 * and `-- settled <event>` close one; `-- status <order number>` asks the processor.
 */
await startUp(async () => {
  for (const line of await runPayments(process.argv.slice(2), process.env))
    process.stdout.write(`${line}\n`)
})
