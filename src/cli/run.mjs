import { ensureBuilt } from './build.mjs'
import { ensureInstalled } from './install.mjs'
import { become } from './processes.mjs'

// `node src/cli/run.mjs [--built] <file.ts> …`: on the pinned Node, which is installed if it is not; with
// `--built`, on a build of exactly this source.
const [first, ...rest] = process.argv.slice(2)
const needsBuild = first === '--built'
await ensureInstalled()
if (needsBuild) await ensureBuilt()
await become(needsBuild ? rest : process.argv.slice(2))
