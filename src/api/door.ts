import type { Host, HostRole } from '../sites/hosts.ts'
import type { Services } from './services.server.ts'

/**
 * What a feature answers by itself on the hosts of one role, beside the pages and the API. Of several that are at a
 * path, the first one opens.
 */
export type Door = {
  role: HostRole
  isAt(path: string): boolean
  open(services: Services, visit: { request: Request; url: URL; host: Host }): Response | Promise<Response>
}

/** The same for every path of a host name that is no brand's. There are none in production. */
export type LocalDoor = { hostname: `${string}.localhost`; open(services: Services, request: Request): Promise<Response> }
