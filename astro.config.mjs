import node from '@astrojs/node'
import react from '@astrojs/react'
import { defineConfig } from 'astro/config'
import { memberStyles } from './src/cli/member-styles.mjs'
import { pagePolicies } from './src/front-door/page-policies.mjs'
import { precompress } from './src/cli/precompress.mjs'

/**
 * What the islands of every member page share comes in three files instead of twenty: that is fewer requests,
 * and 2 kB less once compressed. A group takes along what it imports: the client, which guest pages use as
 * well, has a file of its own, so that they load nothing else of these.
 */
const sharedByIslands = [
  { name: 'client', test: /src\/(api\/client|sites\/hosts)\.ts$/, priority: 1 },
  // The editor of texts renders to text as well, which no island does.
  { name: 'react', test: /node_modules\/(react|react-dom(?!\/.*server)|scheduler|nanostores|@nanostores|@astrojs\/react)\// },
  { name: 'ui', test: /src\/ui\/(\w+\.tsx|(icons|button-class|use-seeded|toasts\.store)\.ts)$/ },
  { name: 'member', test: /src\/features\/(accounts\/session|live\/(stream|tickers)|billing\/credits)\.store\.ts$/ },
]

/**
 * Parts of the editor of texts that nobody needs here. It checks its configuration, which is of our own making,
 * by a validator that makes code as it goes: no page of ours allows that. And there are no pictures in texts.
 */
const editorParts = [
  { of: /\/constants\/configSchema$/, instead: 'export function validateConfig() {}' },
  { of: /^@jsquash\/webp/, instead: 'export {}' },
]
const leanEditor = {
  name: 'lean-editor',
  enforce: 'pre',
  resolveId(source, importer) {
    const part = importer?.includes('decap-cms-core') ? editorParts.findIndex(({ of }) => of.test(source)) : -1
    return part === -1 ? null : `virtual:lean-editor/${part}`
  },
  load: (id) => (id.startsWith('virtual:lean-editor/') ? editorParts[Number(id.split('/')[1])].instead : null),
}

export default defineConfig({
  output: 'server',
  adapter: node({ mode: 'middleware' }),
  integrations: [react(), pagePolicies, memberStyles, precompress],
  session: false,
  trailingSlash: 'ignore',
  build: { format: 'directory', inlineStylesheets: 'always' },
  devToolbar: { enabled: false },
  server: { port: 4321, host: '127.0.0.1' },
  security: {
    // The front door knows every host by name and answers 421 to others; Origin is checked there, too.
    allowedDomains: [{}],
    checkOrigin: false,
    csp: true,
  },
  vite: {
    plugins: [leanEditor],
    server: { cors: false, allowedHosts: true },
    build: { assetsInlineLimit: 0, rolldownOptions: { output: { advancedChunks: { groups: sharedByIslands } } } },
  },
})
