import type { Logger } from 'pino'
import { ApiError, type ErrorCode } from './errors.ts'

/** What a log says of an error. */
export type Fault = { name: string; message: string; code?: string; constraint?: string; at: string[]; cause?: Fault }

/**
 * An error without the values in it: what stands in quotes in a message, or looks like an address, is as often
 * as not what somebody typed, and PostgreSQL puts whole rows into an error's other properties.
 */
export function faultOf(error: unknown): Fault {
  if (!(error instanceof Error)) return { name: typeof error, message: '', at: [] }
  const { code, constraint } = error as { code?: unknown; constraint?: unknown }
  return {
    name: error.name,
    message: error.message.replaceAll(/"[^"]*"|'[^']*'|`[^`]*`|\S+@\S+/g, '…'),
    ...(typeof code === 'string' ? { code } : {}),
    ...(typeof constraint === 'string' ? { constraint } : {}),
    at: (error.stack ?? '').split('\n').filter((line) => line.startsWith('    at ')).map((line) => line.trim()),
    ...(error.cause === undefined ? {} : { cause: faultOf(error.cause) }),
  }
}

/** A log line for what went wrong on our side, if it did: what people did wrong is theirs. */
export function logFault(log: Logger, error: ApiError, request: { requestId: string; path: string }): void {
  if (error.code === 'internal') log.error({ ...request, error: error.cause ?? error }, 'request failed')
  else if (error.status > 500) log.warn({ ...request, code: error.code, error: error.cause ?? error }, 'request put off')
}

/** The error as the API answers it. A database that cannot be reached is a passing fault; the rest is ours. */
export function asApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const isAway = /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|08\w{3}|57P0\d|53300)$/.test(code)
  const timedOut = error instanceof Error && /timeout exceeded when trying to connect|Connection terminated/.test(error.message)
  const name: ErrorCode = isAway || timedOut ? 'busy' : 'internal'
  return new ApiError(name, { cause: error, headers: name === 'busy' ? { 'Retry-After': '2' } : {} })
}
