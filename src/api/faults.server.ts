import type { Logger } from 'pino'
import { isDiskFull } from '../lib/full-disk.server.ts'
import { ApiError, type ErrorCode } from './errors.ts'
import { saySeldom } from './log.server.ts'

export type Fault = {
  name: string
  message: string
  code?: string
  constraint?: string
  at: string[]
  cause?: Fault
}

/**
 * Leaves out quoted parts, addresses and other properties: they may contain what a person typed, or
 * whole rows.
 */
export function faultOf(error: unknown): Fault {
  if (!(error instanceof Error)) return { name: typeof error, message: '', at: [] }
  const { code, constraint } = error as { code?: unknown; constraint?: unknown }
  return {
    name: error.name,
    message: withoutAddresses(['"', "'", '`'].reduce(withoutQuoted, error.message)),
    ...(typeof code === 'string' ? { code } : {}),
    ...(typeof constraint === 'string' ? { constraint } : {}),
    at: (error.stack ?? '')
      .split('\n')
      .filter((line) => line.startsWith('    at '))
      .map((line) => line.trim()),
    ...(error.cause === undefined ? {} : { cause: faultOf(error.cause) }),
  }
}

/** A mark that no second one follows is an apostrophe. */
function withoutQuoted(text: string, mark: string): string {
  const [before = '', ...parts] = text.split(mark)
  const told = parts.map((part, index) => {
    if (index % 2 === 1) return part
    return index === parts.length - 1 ? mark + part : '…'
  })
  return before + told.join('')
}

function withoutAddresses(text: string): string {
  return text.replaceAll(/\S+/g, (word) => (/[^@]@[^@]/.test(word) ? '…' : word))
}

/** Seconds: nobody makes space sooner, and what waits in browsers asks again by itself. */
const FULL_DISK_RETRY = '60'

export function logFault(
  log: Logger,
  error: ApiError,
  request: {
    requestId: string
    path: string
    route?: string | undefined
    brand?: string | undefined
  },
): void {
  if (error.code === 'internal')
    log.error({ ...request, error: error.cause ?? error }, 'request failed')
  // The log may be on the same disk.
  else if (isDiskFull(error.cause))
    saySeldom(log, 'error', 'a disk is full: nothing can be stored', {
      words: { code: error.code, fault: codeOf(error.cause) },
    })
  else if (error.status > 500)
    log.warn({ ...request, code: error.code, error: error.cause ?? error }, 'request put off')
}

export function asApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  if (isDiskFull(error))
    return new ApiError('busy', { cause: error, headers: { 'Retry-After': FULL_DISK_RETRY } })
  const code = codeOf(error)
  const isAway = /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|08\w{3}|57P0\d|53300|25006)$/.test(code)
  const timedOut =
    error instanceof Error &&
    /timeout exceeded when trying to connect|Connection terminated|is not queryable/.test(
      error.message,
    )
  const name: ErrorCode = isAway || timedOut ? 'busy' : 'internal'
  return new ApiError(name, {
    cause: error,
    headers: name === 'busy' ? { 'Retry-After': '2' } : {},
  })
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}
