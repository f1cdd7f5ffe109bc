import node from '@astrojs/node'
import react from '@astrojs/react'
import { defineConfig } from 'astro/config'
import { memberStyles } from './src/cli/member-styles.mjs'
import { precompress } from './src/cli/precompress.mjs'
import { pagePolicies } from './src/front-door/page-policies.mjs'

/**
 * What the islands of every member page share comes in three files instead of twenty: that is fewer requests,
 * and 2 kB less once compressed. A group takes along what it imports: the client, which guest pages use as
 * well, has a file of its own with what else they use of these, so that they load nothing more.
 */
const sharedByIslands = [
  { name: 'client', test: /src\/(api\/client|sites\/hosts|lib\/clock|features\/accounts\/stored-user)\.ts$/, priority: 1 },
  { name: 'react', test: /node_modules\/(react|react-dom|scheduler|nanostores|@nanostores|@astrojs\/react)\// },
  { name: 'ui', test: /src\/(ui\/(\w+\.tsx|(icons|button-class|use-seeded|(toasts|seeds)\.store)\.ts)|lib\/formats\.ts)$/ },
  {
    name: 'member',
    test: /src\/features\/(accounts\/session\.store|live\/((stream|tickers)\.store|NavCount)|billing\/(credits\.store|TopBar)|matching\/\w+|photos\/(PhotoPicture|avatar)|discovery\/(MemberCard|People))\.(ts|tsx)$/,
  },
]

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
    server: { cors: false, allowedHosts: true },
    build: { assetsInlineLimit: 0, rolldownOptions: { output: { advancedChunks: { groups: sharedByIslands } } } },
  },
})
