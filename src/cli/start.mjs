import { servingEnvironment, servingFlags } from '../process/serving.mjs'
import { ensureBuilt } from './build.mjs'
import { ensureInstalled } from './install.mjs'
import { become } from './processes.mjs'

await ensureInstalled()
await ensureBuilt()
await become([...servingFlags, 'src/server.ts'], servingEnvironment)
