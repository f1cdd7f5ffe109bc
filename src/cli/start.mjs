import { servingEnvironment, servingFlags } from '../process/serving.mjs'
import { ensureBuilt } from './build.mjs'
import { ensureInstalled } from './install.mjs'
import { replaceProcess } from './processes.mjs'

await ensureInstalled()
await ensureBuilt()
await replaceProcess([...servingFlags, 'src/server.ts'], servingEnvironment)
