import { startUp } from '../process/start-up.server.ts'
import { runMember } from './member/commands.ts'

/** `npm run member -- <what> <username> …`: what the operator does about one account. */
await startUp(async () => {
  process.stdout.write(`${await runMember(process.argv.slice(2), process.env)}\n`)
})
