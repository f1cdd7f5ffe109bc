import { ensureBuilt } from './build.mjs'
import { ensureInstalled } from './install.mjs'
import { replaceProcess } from './processes.mjs'

// `node src/cli/run.mjs [--built] <file.ts> …` installs first if needed; `--built` also ensures a
// build.
const [first, ...rest] = process.argv.slice(2)
const needsBuild = first === '--built'
await ensureInstalled()
if (needsBuild) await ensureBuilt()
await replaceProcess(needsBuild ? rest : process.argv.slice(2))
