import { type Handler, handle } from '#api/call.server.ts'
import { originOf } from '#sites/hosts.ts'
import { followRedirect } from './redirects.contract.ts'
import { targetOf } from './tracking.ts'

const redirectHandler = handle(followRedirect, async ({ query, brand, host, services }) => ({
  url: targetOf(
    brand.traffic.redirects,
    query,
    originOf('pages', { ...host, tier: 'www' }, services.address),
  ),
}))

export const redirectHandlers: Handler[] = [redirectHandler]
