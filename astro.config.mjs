import { basename } from 'node:path'
import node from '@astrojs/node'
import react from '@astrojs/react'
import { defineConfig } from 'astro/config'
import { memberStyles } from './src/cli/member-styles.mjs'
import { precompress } from './src/cli/precompress.mjs'
import { pagePolicies } from './src/front-door/page-policies.mjs'

/**
 * Modules that several pages load come in a few files instead of one each. A group takes along what it imports, so
 * those of higher priority come first: `client` and `forms` are for guest pages as well, `member` is the layout's
 * script with the stores, `react` is for the islands.
 */
const sharedFiles = [
  { name: 'client', test: /src\/(api\/client|sites\/hosts|lib\/clock|features\/accounts\/stored-user)\.ts$/, priority: 4 },
  { name: 'forms', test: /src\/ui\/(enhance-form|hash-dialogs)\.client\.ts$/, priority: 3 },
  {
    name: 'member',
    test: /node_modules\/nanostores\/|src\/(layouts\/member\.client|ui\/(toasts|seeds)\.store|features\/(accounts\/session\.store|live\/(stream|tickers)\.store|billing\/credits\.store|matching\/matches\.store))\.ts$/,
    priority: 2,
  },
  {
    name: 'react',
    test: /node_modules\/(react|react-dom|scheduler|@nanostores|@astrojs\/react)\/|src\/(ui\/((?!Field|Dialog)\w+\.tsx|(use-seeded|loaded-later)\.ts)|features\/photos\/PhotoPicture\.tsx)$/,
    priority: 1,
  },
  { name: 'photo-field', test: /src\/features\/photos\/(PhotoField\.tsx|upload\.client\.ts)$/, priority: 0 },
]

/** Vite's helper around each dynamic import loads styles as well; here a page links the styles of all its parts. */
const plainImports = {
  name: 'plain-imports',
  transform: { filter: { id: /vite\/preload-helper/ }, handler: () => 'export const __vitePreload = (load) => load()' },
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
    plugins: [plainImports],
    // Class names by their file, `Chat-head`: they compress better than hashes, and no two files have the same name.
    css: { modules: { generateScopedName: (name, file) => `${basename(file, '.module.css')}-${name}` } },
    server: { cors: false, allowedHosts: true },
    build: { assetsInlineLimit: 0, rolldownOptions: { preserveEntrySignatures: 'allow-extension', output: { advancedChunks: { groups: sharedFiles } } } },
  },
})
