/** An event of a text/event-stream, limited to the fields that the server sends. */
export type StreamEvent = { kind: 'data'; data: string } | { kind: 'retry'; milliseconds: number }

/** Takes text chunks of any size. Comments, ids and event names are ignored, since the server sends none. */
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
