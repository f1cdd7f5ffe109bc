import { ensureBuilt } from './build.mjs'
import { ensureInstalled } from './install.mjs'
import { become } from './processes.mjs'

// `node src/cli/run.mjs [--built] <file.ts> …` runs a file on the pinned Node and installs it first if needed;
// `--built` also ensures an up-to-date build.
const [first, ...rest] = process.argv.slice(2)
const needsBuild = first === '--built'
await ensureInstalled()
if (needsBuild) await ensureBuilt()
await become(needsBuild ? rest : process.argv.slice(2))
