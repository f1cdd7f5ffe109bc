import { test } from '@playwright/test'
import { type RunningServer, startServer } from './server.ts'

/** The product of a file of stories, from before the first until after the last of them. */
export function withServer(...given: Parameters<typeof startServer>): RunningServer {
  const server = {} as RunningServer
  test.beforeAll(async () => {
    Object.assign(server, await startServer(...given))
  })
  test.afterAll(({ browser }) => server.stop(browser))
  return server
}
