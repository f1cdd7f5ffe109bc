/**
 * For what failed without the member noticing: in the browser's log and, where there is one, to the
 * error service.
 */
export function report(what: string, error: unknown): void {
  console.warn(what, error)
  // An event, so that pages without an error service load nothing of it.
  dispatchEvent(new CustomEvent('reported', { detail: error }))
}
