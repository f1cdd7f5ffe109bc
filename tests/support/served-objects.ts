import { getRequestListener } from '@hono/node-server'

/**
 * Puts its Request and Response in the place of Node’s, as in production: some of what they check,
 * they check later.
 */
getRequestListener(() => new Response())
