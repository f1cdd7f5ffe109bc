import { join } from 'node:path'
import type { Event, StackParser } from '@sentry/core'
import type { Logger } from 'pino'
import { type Clock, MINUTE, SECOND } from '../lib/clock.ts'
import {
  type ReportedError,
  safeDatabaseMessage,
  safeFile,
  safeFunction,
  safeMessage,
  safeNumber,
  safeType,
} from '../lib/error-report.ts'
import { presentWork } from '../lib/present-work.server.ts'

/**
 * Reports errors to Sentry, in the background: never throws, and nothing waits for it but the end
 * of the process.
 */
export type ErrorService = {
  /** An error of this process, with the fields and the sentence of its line in the log. */
  caught(error: unknown, fields: Record<string, unknown>, sentence: string): void
  inBrowser(
    errors: readonly ReportedError[],
    where: { brand: string; route: string; visit: string },
  ): void
  close(): Promise<void>
}

type Options = { dsn: string; release: string; environment: string; clock: Clock; log: Logger }

/**
 * Of a loop of errors, a few are as good as all. Browsers have their own count, so that they cannot
 * use up the server's.
 */
const PER_MINUTE = { all: 30, alike: 3 }
const WAITING = 20
const REQUEST = 5 * SECOND
const FLUSH = 2 * SECOND
const ROOT = join(import.meta.dirname, '..', '..')
const NAMES = ['requestId', 'brand', 'job', 'provider']

export async function openErrorService({
  dsn,
  release,
  environment,
  clock,
  log,
}: Options): Promise<ErrorService> {
  // Loaded here alone, since it takes 30 MB.
  const [
    { createStackParser, createTransport, Scope },
    { nodeStackLineParser, ServerRuntimeClient },
  ] = await Promise.all([import('@sentry/core'), import('@sentry/core/server')])
  const stackParser = createStackParser(nodeStackLineParser())
  const closing = new AbortController()
  const sayAway = atMost({ all: 1, alike: 1 }, clock)
  const client = new ServerRuntimeClient({
    dsn,
    release,
    environment,
    stackParser,
    // None: each of them would add what it finds of the request, the process or the console.
    integrations: [],
    traceLifecycle: 'static',
    sendClientReports: false,
    dataCollection: {
      userInfo: false,
      cookies: false,
      httpHeaders: false,
      httpBodies: [],
      urlQueryParams: false,
    },
    transportOptions: { bufferSize: WAITING },
    transport: (options) =>
      createTransport(options, async ({ body }) => {
        try {
          const signal = AbortSignal.any([AbortSignal.timeout(REQUEST), closing.signal])
          const response = await fetch(options.url, {
            method: 'POST',
            body: new Blob([body as BlobPart]),
            redirect: 'error',
            signal,
          })
          await response.body?.cancel()
          const headers = {
            'x-sentry-rate-limits': response.headers.get('X-Sentry-Rate-Limits'),
            'retry-after': response.headers.get('Retry-After'),
          }
          return { statusCode: response.status, headers }
        } catch (error) {
          if (sayAway('')) log.warn({ error }, 'the error service cannot be reached')
          throw error
        }
      }),
  })
  client.init()
  const counts = { server: atMost(PER_MINUTE, clock), browser: atMost(PER_MINUTE, clock) }

  function send(
    from: keyof typeof counts,
    errors: readonly ReportedError[],
    { route, ...tags }: Record<string, string | undefined>,
  ): void {
    const last = errors[0]?.frames.at(-1)
    if (!counts[from](JSON.stringify([errors.map(({ type }) => type), last?.file, last?.line])))
      return
    const event: Event = {
      level: 'error',
      platform: from === 'server' ? 'node' : 'javascript',
      ...(route === undefined ? {} : { transaction: route }),
      // Sentry wants the cause before what it caused.
      exception: {
        values: errors.toReversed().map(({ type, message, frames }) => ({
          type,
          value: message,
          stacktrace: {
            frames: frames.map(({ function: name, file, line, column }) => ({
              function: name,
              filename: file,
              lineno: line,
              colno: column,
            })),
          },
        })),
      },
      tags: { ...tags, ...(route === undefined ? {} : { route }), from },
    }
    client.captureEvent(event, {}, new Scope())
  }

  return {
    caught(error, fields, sentence) {
      // Its cause was reported where the API answered.
      if (error instanceof Error && error.name === 'CallError') return
      const { code, constraint } = (error ?? {}) as { code?: unknown; constraint?: unknown }
      const tags = Object.fromEntries(
        [...NAMES, 'route'].map((name) => [
          name,
          typeof fields[name] === 'string' ? fields[name] : undefined,
        ]),
      )
      send('server', withCauses(error, stackParser), {
        ...tags,
        code: nameOf(code),
        constraint: nameOf(constraint),
        sentence,
      })
    },
    inBrowser: (errors, where) => send('browser', errors, where),
    async close() {
      await client.close(FLUSH)
      closing.abort()
    },
  }
}

/** Makes each line of level `error` that has an error go to the service as well. */
export function reportErrors(log: Logger, service: ErrorService): void {
  const write: (...args: unknown[]) => void = log.error.bind(log)
  const writeAndReport = (...args: unknown[]): void => {
    write(...args)
    const [fields, sentence] = args
    if (typeof fields === 'object' && fields !== null && 'error' in fields) {
      service.caught(
        fields.error,
        { ...presentWork(), ...fields },
        typeof sentence === 'string' ? sentence : '',
      )
    }
  }
  log.error = writeAndReport
}

const MOST_CAUSES = 5

function withCauses(error: unknown, stackParser: StackParser): ReportedError[] {
  const chain: ReportedError[] = []
  for (
    let one = error;
    chain.length < MOST_CAUSES && (chain.length === 0 || one !== undefined);
    one = one instanceof Error ? one.cause : undefined
  ) {
    chain.push(reported(one, stackParser))
  }
  return chain
}

function reported(error: unknown, stackParser: StackParser): ReportedError {
  if (!(error instanceof Error)) return { type: typeof error, message: '', frames: [] }
  // PostgreSQL's errors carry the place in its own source.
  const isOfDatabase = 'severity' in error && 'routine' in error
  const message = isOfDatabase ? safeDatabaseMessage(error.message) : safeMessage(error.message)
  return { type: safeType(error.name), message, frames: framesOf(error, stackParser) }
}

function framesOf(
  { stack = '', message }: Error,
  stackParser: StackParser,
): ReportedError['frames'] {
  // A message of several lines could look like calls.
  const from = stack.indexOf(message)
  const calls = from === -1 ? stack : stack.slice(from + message.length)
  return stackParser(calls).map((frame) => ({
    function: safeFunction(frame.function),
    file: safeFile(fileWithin(frame.filename ?? '')),
    line: safeNumber(frame.lineno),
    column: safeNumber(frame.colno),
  }))
}

/** Without the folders of the machine. */
function fileWithin(file: string): string {
  if (file.startsWith('node:')) return file
  if (file.startsWith(`${ROOT}/`)) return `app:///${file.slice(ROOT.length + 1)}`
  return '?'
}

function nameOf(value: unknown): string | undefined {
  return typeof value === 'string' && /^\w{1,63}$/.test(value) ? value : undefined
}

function atMost({ all, alike }: typeof PER_MINUTE, clock: Clock): (key: string) => boolean {
  let endsAt = 0
  let total = 0
  const each = new Map<string, number>()
  return (key) => {
    const now = clock.now().getTime()
    if (now >= endsAt) {
      endsAt = now + MINUTE
      total = 0
      each.clear()
    }
    const same = each.get(key) ?? 0
    if (total >= all || same >= alike) return false
    total += 1
    each.set(key, same + 1)
    return true
  }
}
