import { checkSource, finish, runVitest } from './checks.mjs'
import { ensureInstalled } from './install.mjs'

// `npm run check`: the fast part of `npm test`, with no database, no build and no browser.
await ensureInstalled()
finish([...(await checkSource()), await runVitest(['--project', 'pure'])])
