import { getViteConfig } from 'astro/config'
import type { AstroComponentFactory } from 'astro/runtime/server/index.js'
import { createViteServer } from 'vitest/node'

type Container = typeof import('astro/container')
export type Renderer = {
  /** HTML of a component of `src`, as the server makes it. */
  render(file: string, props: Record<string, unknown>, locals?: object): Promise<string>
  close(): Promise<void>
}

/** Renders single components, without a build and without a page around them. */
export async function startRenderer(): Promise<Renderer> {
  const quiet = { configFile: false, output: 'server', logLevel: 'silent' } as const
  const config = getViteConfig({ server: { middlewareMode: true, hmr: false, ws: false, watch: null }, optimizeDeps: { noDiscovery: true } }, quiet)
  const server = await createViteServer({ ...(await config({ mode: 'test', command: 'serve' })), configFile: false })
  const { experimental_AstroContainer: Container } = (await server.ssrLoadModule('astro/container')) as Container
  const container = await Container.create()
  return {
    render: async (file, props, locals = {}) => {
      const { default: component } = (await server.ssrLoadModule(`/src/${file}`)) as { default: AstroComponentFactory }
      return container.renderToString(component, { props, locals })
    },
    close: () => server.close(),
  }
}
