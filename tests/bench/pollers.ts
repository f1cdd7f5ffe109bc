import { Agent, request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { createEventParser, type StreamEvent } from '#core/live/event-parser.ts'
import type { Viewer } from '../support/network.ts'

/**
 * What the bench tells this process, which is a client of its own: its work must not count as the
 * server's.
 */
export type Order = {
  port: number
  viewers: readonly Viewer[]
  streams: number
  warmUp: number
  seconds: number
}
export type Report = {
  latencies: number[]
  refused: Record<string, number>
  notModified: number
  streams: StreamReport
  processor: number
}

/**
 * `open`: how many, at each second of the measurement; `refused`: since the start, by status;
 * `told`: to read everything again, where an id was too old.
 */
type StreamReport = { open: number[]; ended: number; refused: Record<string, number>; told: number }

const SECOND = 1000
/** Specification §9; each wait is up to a tenth shorter or longer, as in a browser. */
const polls = [
  { path: '/event/tickers', period: 30 * SECOND },
  { path: '/profile/currentCreditsInfo', period: 5 * SECOND },
]
/** Until a stream says how long it wants to be left alone; a browser has a default of its own. */
const FIRST_RETRY = 3 * SECOND
/** As many as a proxy keeps open to the server. */
const agent = new Agent({ keepAlive: true, maxSockets: 64 })

function headersOf({ brand, cookie }: Viewer, port: number): Record<string, string> {
  return {
    Host: `api.${brand}.localhost:${port}`,
    Origin: `http://www.${brand}.localhost:${port}`,
    'X-Requested-With': 'XMLHttpRequest',
    'Accept-Encoding': 'gzip, deflate, br',
    Cookie: cookie,
  }
}

async function run({ port, viewers, streams, warmUp, seconds }: Order): Promise<Report> {
  const report: Report = {
    latencies: [],
    refused: {},
    notModified: 0,
    streams: { open: [], ended: 0, refused: {}, told: 0 },
    processor: 0,
  }
  const from = performance.now() + warmUp * SECOND
  const until = from + seconds * SECOND
  let openNow = 0
  const refuse = (what: string, refused = report.refused): void =>
    void (refused[what] = (refused[what] ?? 0) + 1)

  function ask(path: string, headers: Record<string, string>): Promise<string | undefined> {
    const asked = performance.now()
    return new Promise((resolve) => {
      const call = request({ agent, host: '127.0.0.1', port, path, headers }, (response) => {
        response.resume()
        response.once('end', () => {
          const { statusCode = 0 } = response
          if (asked >= from && asked < until) {
            report.latencies.push(performance.now() - asked)
            if (statusCode === 304) report.notModified += 1
            else if (statusCode !== 200) refuse(String(statusCode))
          }
          resolve(response.headers.etag)
        })
      })
      call.once('error', (error: NodeJS.ErrnoException) => {
        refuse(error.code ?? error.message)
        resolve(undefined)
      })
      call.end()
    })
  }

  async function poll(viewer: Viewer, path: string, period: number): Promise<void> {
    const headers = headersOf(viewer, port)
    let due = performance.now() + Math.random() * period
    let etag: string | undefined
    while (due < until) {
      await wait(Math.max(0, due - performance.now()))
      // By the plan and not by the answer: a slow server is asked as often as a fast one. A page
      // that still waits for an answer when the next is due does not ask for those that it missed
      // as well.
      due += period * (0.9 + 0.2 * Math.random())
      etag = await ask(path, etag === undefined ? headers : { ...headers, 'If-None-Match': etag })
      due = Math.max(due, performance.now())
    }
  }

  /** Until it ends; what it says is heard. False where the server refuses it for good. */
  function listen(
    headers: Record<string, string>,
    hear: (event: StreamEvent) => void,
  ): Promise<boolean> {
    return new Promise((resolve) => {
      const call = request(
        { agent: false, host: '127.0.0.1', port, path: '/event/stream', headers },
        (response) => {
          const { statusCode = 0 } = response
          const isOpen = statusCode === 200
          if (isOpen) openNow += 1
          else refuse(String(statusCode), report.streams.refused)
          response.setEncoding('utf8').on('data', createEventParser(hear))
          response.once('close', () => {
            if (isOpen) openNow -= 1
            if (isOpen && performance.now() < until) report.streams.ended += 1
            resolve(isOpen || statusCode >= 500)
          })
        },
      )
      call.on('error', (error: NodeJS.ErrnoException) => {
        if (performance.now() < until) refuse(error.code ?? error.message, report.streams.refused)
        resolve(true)
      })
      call.end()
      const over = setTimeout(() => call.destroy(), until - performance.now())
      call.once('close', () => clearTimeout(over))
    })
  }

  /** As a page does: after the time that the server asked for, from the last id on. */
  async function keepStream(viewer: Viewer): Promise<void> {
    const headers = headersOf(viewer, port)
    let retry = FIRST_RETRY
    const hear = (event: StreamEvent): void => {
      if (event.kind === 'retry') retry = event.milliseconds
      else if (event.kind === 'id') headers['Last-Event-ID'] = event.id
      else if (event.data.includes('"reload"')) report.streams.told += 1
    }
    while ((await listen(headers, hear)) && performance.now() + retry < until) await wait(retry)
  }

  async function countStreams(): Promise<void> {
    for (let second = 0; second < seconds; second += 1) {
      await wait(Math.max(0, from + second * SECOND - performance.now()))
      report.streams.open.push(openNow)
    }
  }

  const open = viewers.slice(0, streams).map(keepStream)
  const counted = countStreams()
  const before = process.cpuUsage()
  await Promise.all(
    viewers.flatMap((viewer) => polls.map(({ path, period }) => poll(viewer, path, period))),
  )
  const { user, system } = process.cpuUsage(before)
  report.processor = (user + system) / 1000
  await Promise.all([...open, counted])
  agent.destroy()
  return report
}

process.once('message', (order: Order) => {
  void run(order).then((report) =>
    process.send?.(report, undefined, undefined, () => process.disconnect()),
  )
})
