import { checkSource, finish, runVitest } from './checks.mjs'
import { ensureInstalled } from './install.mjs'

// `npm run check`: the part of `npm test` that needs no database, build or browser.
await ensureInstalled()
finish([...(await checkSource()), await runVitest(['--project', 'pure', '--project', 'apart'])])
