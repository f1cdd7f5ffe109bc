import type { Host, HostRole } from '../sites/hosts.ts'
import type { Services } from './services.server.ts'

/**
 * A route that a feature handles itself, on all hosts of one role, outside pages and API. The first
 * match wins.
 */
export type Door = {
  /** For the metrics. */
  name: string
  role: HostRole
  isAt(path: string): boolean
  open(
    services: Services,
    visit: { request: Request; url: URL; host: Host; ip: string },
  ): Response | Promise<Response>
}

/** A handler for all paths of a hostname that belongs to no brand; none exist in production. */
export type LocalDoor = {
  hostname: `${string}.localhost`
  open(services: Services, request: Request): Promise<Response>
}
