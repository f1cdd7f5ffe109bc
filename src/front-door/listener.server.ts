import type { IncomingMessage, ServerResponse } from 'node:http'
import { getRequestListener, RequestError } from '@hono/node-server'
import type { HttpBindings } from '@hono/node-server'
import type { Services } from '../api/services.server.ts'
import type { FrontDoor } from './front-door.server.ts'
import { baseHeaders, closedPolicy } from './security-headers.ts'
import { type Render, renderSlot } from './visit.server.ts'

type Listening = {
  frontDoor: FrontDoor
  services: { log: Services['log']; settings: Pick<Services['settings'], 'hsts'> }
}

/**
 * Node's requests, as the front door takes them. Hono's adapter makes of a Request and of a
 * Response only what is asked for: with Astro's, which makes all of both, a poll took a third more
 * of the processor.
 */
export function createListener({
  frontDoor,
  services,
}: Listening): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  const render = Reflect.get(globalThis, renderSlot) as Render
  const failed = (status: number, message: string): Response =>
    new Response(`${status} ${message}\n`, {
      status,
      headers: {
        ...baseHeaders(services.settings.hsts),
        'Cache-Control': 'no-store',
        'Content-Security-Policy': closedPolicy,
        'Content-Type': 'text/plain; charset=utf-8',
      },
    })
  return getRequestListener(
    (request, env) =>
      frontDoor(request, String((env as HttpBindings).incoming.headers['x-forwarded-for']), render),
    {
      // The gate closes the connection of a body that nobody reads.
      autoCleanupIncoming: false,
      errorHandler(error) {
        if (error instanceof RequestError)
          return failed(400, 'This request does not say for which page it is.')
        services.log.error({ error }, 'the front door failed')
        return failed(500, 'Something went wrong on our side. Please try again.')
      },
    },
  )
}
