import { startUp } from '../process/start-up.server.ts'
import { examine } from './doctor/examine.ts'

/**
 * `npm run doctor`: what is done, to do, or does not apply of each step of going-live.md; exit code
 * 1 if something is to be done.
 */
await startUp(async () => {
  const toDo: string[] = []
  for await (const { step, state, says } of examine(process.env)) {
    if (state === 'to do') toDo.push(`src/cli/going-live.md#${step}`)
    process.stdout.write(`${state.padEnd(14)}  ${step.padEnd(8)}  ${says}\n`)
  }
  if (toDo.length > 0)
    process.stdout.write(`${toDo.length} to do: ${[...new Set(toDo)].join(', ')}\n`)
  process.exit(toDo.length > 0 ? 1 : 0)
})
