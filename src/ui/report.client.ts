type Send = (error: unknown, what: string) => void

let send: Send | null = null

/** The error service, where one is set up. */
export function reportWith(service: Send): void {
  send = service
}

/** For what failed without the member noticing: in the browser's log and, where there is one, to the error service. */
export function report(what: string, error: unknown): void {
  console.warn(what, error)
  send?.(error, what)
}
