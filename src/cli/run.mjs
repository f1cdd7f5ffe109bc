import { ensureInstalled } from './install.mjs'
import { become } from './processes.mjs'

// `node src/cli/run.mjs <file.ts> …`: on the pinned Node, which is installed if it is not.
await ensureInstalled()
await become(process.argv.slice(2))
