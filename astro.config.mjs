import { basename } from 'node:path'
import node from '@astrojs/node'
import react from '@astrojs/react'
import { defineConfig } from 'astro/config'
import { memberStyles } from './src/cli/member-styles.mjs'
import { precompress } from './src/cli/precompress.mjs'
import { sharedFiles } from './src/cli/shared-files.mjs'
import { pagePolicies } from './src/front-door/page-policies.mjs'

/**
 * V8 keeps the function of a slot until its next full collection, and with it all that the slot showed: half a megabyte
 * of a search page, which then counts as long-lived. The function is made to release it when it has been shown: 5 % of
 * a page's processor time. Where Astro changes it, the build says so.
 */
const releasedSlots = {
  name: 'released-slots',
  apply: 'build',
  transform: {
    filter: { id: /astro\/dist\/runtime\/server\/render\/astro\/instance\.js/ },
    handler(code) {
      const released = code.replace(
        /didRender = true;\s*return value;/,
        'didRender = true; const shown = value; value = undefined; return shown;',
      )
      if (released === code)
        throw new Error('AstroComponentInstance is no longer as astro.config.mjs expects it.')
      return released
    },
  },
}

/**
 * Astro renders a React component with a web stream, and before that once more to find out that it is one, at each use.
 * Nothing here suspends: the kind is remembered by component, and the text is made at once, with the same prefix of ids:
 * 10 to 16 % of a page's processor time. Where Astro changes it, the build says so.
 */
const directReact = {
  name: 'direct-react',
  apply: 'build',
  transform: {
    filter: { id: /@astrojs\/react\/dist\/server\.js/ },
    handler(code) {
      const remembered = code.replace(
        'async function check(Component, props, children, metadata) {',
        `const kinds = new WeakMap();
        async function check(Component, props, children, metadata) {
          const known = kinds.get(Component);
          if (known !== undefined) return known;
          const kind = await kindOf.call(this, Component, props, children, metadata);
          if (Object(Component) === Component) kinds.set(Component, kind);
          return kind;
        }
        async function kindOf(Component, props, children, metadata) {`,
      )
      const direct = remembered.replace(
        'await renderToReadableStreamAsync(vnode, renderOptions)',
        'ReactDOM.renderToString(vnode, renderOptions)',
      )
      if (remembered === code || direct === remembered)
        throw new Error("React's renderer is no longer as astro.config.mjs expects it.")
      return direct
    },
  },
}

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
  // Off, since its inline styles would break the policy; content/markdown.ts renders the texts.
  markdown: { syntaxHighlight: false },
  vite: {
    plugins: [releasedSlots, directReact],
    // Class names by their file, `Chat-head`: they compress better than hashes, and no two files have the same name.
    css: {
      modules: { generateScopedName: (name, file) => `${basename(file, '.module.css')}-${name}` },
    },
    server: { cors: false, allowedHosts: true },
    build: {
      assetsInlineLimit: 0,
      rolldownOptions: { preserveEntrySignatures: 'allow-extension' },
    },
  },
})
