import type { IncomingMessage } from 'node:http'
import type { Services } from '../api/services.server.ts'
import { hostOf, hostTable } from '../sites/hosts.ts'
import { brands } from '../sites/registry.ts'
import type { FromFeatures } from './from-features.ts'

/** Notes who was sent a page from memory, which no other part of the front door sees. */
export function createGuestArrivals(
  services: Services,
  { noteArrival }: Pick<FromFeatures, 'noteArrival'>,
): (request: IncomingMessage) => void {
  const hosts = hostTable(brands, services.settings.sitesSuffix)
  return ({ method = '', url = '', headers }) => {
    const found = hostOf(hosts, headers.host ?? null)
    if (!found) return
    const at = url.indexOf('?')
    noteArrival(services, {
      brand: found.brand.id,
      method,
      host: headers.host ?? '',
      query: at === -1 ? '' : url.slice(at + 1),
      header: (name) => headers[name]?.toString(),
    })
  }
}
