import { type Handler, handle } from '../../api/router.server.ts'
import { originOf } from '../../sites/hosts.ts'
import { followRedirect } from './redirects.contract.ts'

/** Targets are brand data alone: a link can choose among them, never name one. An unknown key leads home. */
const redirectHandler = handle(followRedirect, async ({ query, brand, host, services }) => {
  const target = Object.hasOwn(brand.traffic.redirects, query.key) ? brand.traffic.redirects[query.key] : undefined
  return { url: new URL(target ?? '/', originOf('pages', { ...host, tier: 'www' }, services.address)).href }
})

export const redirectHandlers: Handler[] = [redirectHandler]
