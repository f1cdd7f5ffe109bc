import { randomUUID } from 'node:crypto'
import { inject } from 'vitest'
import { type RunningServer, startServer } from './server.ts'
import { copyOfDemo, copyOfTemplate, dropCopy } from './template.ts'

/**
 * The built product as a process of its own, for tests of pages that need no browser; its database
 * is the run's.
 */
export async function startBuilt({ demo = false } = {}): Promise<RunningServer> {
  const address = await (demo ? copyOfDemo : copyOfTemplate)(
    inject('postgresUrl'),
    `product_${randomUUID()}`,
  )
  // Vitest says `test` here, which no started product has.
  const server = await startServer({ DATABASE_URL: address, DEMO: demo ? '1' : '0', NODE_ENV: '' })
  return {
    ...server,
    async stop() {
      await server.stop()
      await dropCopy(address)
    },
  }
}
