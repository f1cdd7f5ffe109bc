import react from '@astrojs/react'
import { getViteConfig } from 'astro/config'
import type { AstroComponentFactory } from 'astro/runtime/server/index.js'
import { afterAll, beforeAll } from 'vitest'
import { createViteServer } from 'vitest/node'
import type { PageLocals, Render } from '#front-door/visit.server.ts'
import type { Brand } from '#sites/site.ts'

type Container = typeof import('astro/container')
type Loaded = { default: AstroComponentFactory }
/** `file` is a page of `src/pages`; `brand` is what the host's brand is changed to. */
type Page = {
  file: string
  params?: Record<string, string>
  brand?: ((own: Brand) => Brand) | undefined
}
export type Renderer = {
  /** HTML of a component of `src`, as the server makes it. */
  render(file: string, props: Record<string, unknown>, locals?: object): Promise<string>
  /**
   * For the front door, which hands its locals to the page: answers with this page, or with the one
   * for what is missing or failed.
   */
  shows(page: Page): Render
  close(): Promise<void>
}

/** Renders single components and whole pages, without a build. */
async function startRenderer(): Promise<Renderer> {
  const quiet = {
    configFile: false as const,
    output: 'server' as const,
    logLevel: 'silent' as const,
    integrations: [react()],
  }
  const config = getViteConfig(
    {
      server: { middlewareMode: true, hmr: false, ws: false, watch: null },
      optimizeDeps: { noDiscovery: true },
    },
    quiet,
  )
  const server = await createViteServer({
    ...(await config({ mode: 'test', command: 'serve' })),
    configFile: false,
  })
  const { experimental_AstroContainer: Container } = (await server.ssrLoadModule(
    'astro/container',
  )) as Container
  const container = await Container.create()
  const load = async (file: string) =>
    ((await server.ssrLoadModule(`/src/${file}`)) as Loaded).default
  container.addServerRenderer({
    name: '@astrojs/react',
    renderer: (await server.ssrLoadModule('@astrojs/react/server.js'))['default'] as never,
  })
  container.addClientRenderer({ name: '@astrojs/react', entrypoint: '@astrojs/react/client.js' })
  let hasMissing = false
  /** Where pages rewrite to. */
  async function insertMissing(): Promise<void> {
    if (hasMissing) return
    hasMissing = true
    container.insertPageRoute('/404', await load('pages/404.astro'))
  }
  return {
    render: async (file, props, locals = {}) =>
      container.renderToString(await load(file), { props, locals }),
    shows:
      ({ file, params = {}, brand }) =>
      async (request, path, locals) => {
        await insertMissing()
        const changed: PageLocals = brand
          ? {
              ...locals,
              brand: brand(locals.brand),
              host: { ...locals.host, brand: brand(locals.host.brand) },
            }
          : locals
        const shown = path === '/404' || path === '/error' ? `${path.slice(1)}.astro` : file
        return container.renderToResponse(await load(`pages/${shown}`), {
          request,
          locals: changed as App.Locals,
          params,
          partial: false,
        })
      },
    close: () => server.close(),
  }
}

export let renderer: Renderer

/** One for all tests of the file, which is `renderer` meanwhile. */
export function withRenderer(): void {
  beforeAll(async () => {
    renderer = await startRenderer()
  })
  afterAll(() => renderer.close())
}
