import { counter, histogram } from '../lib/metrics.server.ts'

/**
 * `route` is a pattern of the program's tables, a word in brackets, or “unknown”: never a path as
 * it was asked for.
 */
const requests = counter(
  'sites_requests_total',
  'Answers by kind of host, route, class of method and status',
  ['role', 'route', 'method', 'status'],
)
const durations = histogram(
  'sites_request_duration_seconds',
  'From the request to its answer’s headers, without files and pages that are answered from memory',
  [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
  ['role', 'route', 'method'],
)

type Answered = {
  role: string
  route: string
  method: string
  status: number
  milliseconds: number
}

export function countRequest({ role, route, method, status, milliseconds }: Answered): void {
  const kind = methodClass(method)
  requests.inc({ role, route, method: kind, status })
  durations.observe({ role, route, method: kind }, milliseconds / 1000)
}

export type WithoutFrontDoor = '(guest pages)' | '(files)' | '(refused)'

/** What is answered before the front door: from memory, or refused as it comes. */
export function countAtOnce(route: WithoutFrontDoor, status: number): void {
  requests.inc({ role: 'any', route, method: 'any', status })
}

function methodClass(method: string): 'read' | 'write' | 'other' {
  if (method === 'GET' || method === 'HEAD') return 'read'
  return method === 'POST' ? 'write' : 'other'
}
