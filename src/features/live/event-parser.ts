/** One event of a text/event-stream, as far as we use them. */
export type StreamEvent = { kind: 'data'; data: string } | { kind: 'retry'; milliseconds: number }

/**
 * Reads text/event-stream as it arrives, cut anywhere: feed it each chunk of text, and it calls back with each
 * whole event. Comments, ids and event names are skipped, since ours have none.
 */
export function createEventParser(heard: (event: StreamEvent) => void): (chunk: string) => void {
  let rest = ''
  let data: string[] = []

  function take(line: string): void {
    if (line === '') {
      if (data.length > 0) heard({ kind: 'data', data: data.join('\n') })
      data = []
      return
    }
    const colon = line.indexOf(':')
    const field = colon === -1 ? line : line.slice(0, colon)
    const value = colon === -1 ? '' : line.slice(colon + 1).replace(/^ /, '')
    if (field === 'data') data.push(value)
    else if (field === 'retry' && /^\d+$/.test(value)) heard({ kind: 'retry', milliseconds: Number(value) })
  }

  return (chunk) => {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) take(line.replace(/\r$/, ''))
  }
}
