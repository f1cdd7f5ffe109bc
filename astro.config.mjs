import { basename } from 'node:path'
import node from '@astrojs/node'
import react from '@astrojs/react'
import { defineConfig } from 'astro/config'
import { memberStyles } from './src/cli/member-styles.mjs'
import { precompress } from './src/cli/precompress.mjs'
import { sharedFiles } from './src/cli/shared-files.mjs'
import { pagePolicies } from './src/front-door/page-policies.mjs'

export default defineConfig({
  output: 'server',
  adapter: node({ mode: 'middleware' }),
  integrations: [react(), pagePolicies, memberStyles, sharedFiles, precompress],
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
    // Class names by their file, `Chat-head`: they compress better than hashes, and no two files have the same name.
    css: { modules: { generateScopedName: (name, file) => `${basename(file, '.module.css')}-${name}` } },
    server: { cors: false, allowedHosts: true },
    build: { assetsInlineLimit: 0, rolldownOptions: { preserveEntrySignatures: 'allow-extension' } },
  },
})
