import { join } from 'node:path'
import { ensureInstalled } from './install.mjs'
import { replaceProcess, pinnedNode, run } from './processes.mjs'

await ensureInstalled()
const code = await run(pinnedNode, ['src/cli/prepare-dev.ts'])
if (code !== 0) process.exit(code)
const port = process.env.PORT || '4321'
const host = process.env.HOST || '127.0.0.1'
// Otherwise Astro detects its environment and may run in the background.
await replaceProcess(
  [join('node_modules', 'astro', 'bin', 'astro.mjs'), 'dev', '--port', port, '--host', host],
  { ASTRO_DEV_BACKGROUND: '0' },
)
