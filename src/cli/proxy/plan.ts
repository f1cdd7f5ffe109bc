/** What each proxy's configuration is made of. */
export type ProxyPlan = {
  brands: ReadonlyArray<{ domain: string; hosts: readonly string[] }>
  /** The processes of the product, as `host:port`. */
  processes: readonly string[]
  /** A folder. */
  certificates: string
  bind: string
  http: number
  https: number
  /** The largest body that an endpoint takes, in bytes. */
  maxBody: number
}

/**
 * Seconds. An event stream says something every 25, so that one which says nothing for three times as long is gone. The
 * product closes a connection that had no request for 65: a proxy closes it earlier, so that none is sent on it then.
 */
export const TIMES = {
  connect: 3,
  headers: 10,
  pauseInBody: 15,
  silence: 75,
  keepAlive: 60,
  check: 1,
} as const

/** Seconds for which nginx leaves out a process that asked it to try another, or is not there. */
export const LEFT_OUT = 1

export const indented = (lines: readonly string[], by: number): string =>
  lines.map((line) => (line === '' ? '' : ' '.repeat(by) + line)).join('\n')

/** The brands' hosts in lines that can be read. */
export function hostLines(hosts: readonly string[], each = 4): string[] {
  return Array.from({ length: Math.ceil(hosts.length / each) }, (_, line) =>
    hosts.slice(line * each, (line + 1) * each).join(' '),
  )
}

export const portIfOther = (port: number, usual: number): string =>
  port === usual ? '' : `:${port}`
