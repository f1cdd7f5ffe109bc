import { startUp } from '../process/start-up.server.ts'
import { examine } from './doctor/examine.ts'

/**
 * `npm run doctor`: a line for each part, ok or what to do; exit code 1 if something is to be done.
 */
await startUp(async () => {
  let toDo = 0
  for await (const { about, ok, says } of examine(process.env)) {
    if (!ok) toDo += 1
    process.stdout.write(`${ok ? 'ok   ' : 'TO DO'}  ${about.padEnd(9)} ${says}\n`)
  }
  if (toDo > 0) process.stdout.write(`${toDo} to do.\n`)
  process.exit(toDo > 0 ? 1 : 0)
})
