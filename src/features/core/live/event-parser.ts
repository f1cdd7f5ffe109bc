/** An event of a text/event-stream, limited to the fields that the server sends. */
export type StreamEvent =
  | { kind: 'data'; data: string }
  | { kind: 'id'; id: string }
  | { kind: 'retry'; milliseconds: number }

/**
 * Takes text chunks of any size. An id counts once its event is whole, and after it. Comments and
 * event names are ignored.
 */
export function createEventParser(heard: (event: StreamEvent) => void): (chunk: string) => void {
  let rest = ''
  let data: string[] = []
  let id: string | null = null

  function take(line: string): void {
    if (line === '') {
      if (data.length > 0) heard({ kind: 'data', data: data.join('\n') })
      if (id !== null) heard({ kind: 'id', id })
      data = []
      id = null
      return
    }
    const colon = line.indexOf(':')
    const field = colon === -1 ? line : line.slice(0, colon)
    const value = colon === -1 ? '' : line.slice(colon + 1).replace(/^ /, '')
    if (field === 'data') data.push(value)
    else if (field === 'id') id = value
    else if (field === 'retry' && /^\d+$/.test(value))
      heard({ kind: 'retry', milliseconds: Number(value) })
  }

  return (chunk) => {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) take(line.replace(/\r$/, ''))
  }
}
