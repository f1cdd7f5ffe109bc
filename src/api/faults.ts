import type { Logger } from 'pino'
import { ApiError, type ErrorCode } from './errors.ts'

export type Fault = { name: string; message: string; code?: string; constraint?: string; at: string[]; cause?: Fault }

/** Leaves out quoted parts, addresses and other properties: they may contain what a person typed, or whole rows. */
export function faultOf(error: unknown): Fault {
  if (!(error instanceof Error)) return { name: typeof error, message: '', at: [] }
  const { code, constraint } = error as { code?: unknown; constraint?: unknown }
  return {
    name: error.name,
    message: error.message.replaceAll(/"[^"]*"|'[^']*'|`[^`]*`|\S+@\S+/g, '…'),
    ...(typeof code === 'string' ? { code } : {}),
    ...(typeof constraint === 'string' ? { constraint } : {}),
    at: (error.stack ?? '')
      .split('\n')
      .filter((line) => line.startsWith('    at '))
      .map((line) => line.trim()),
    ...(error.cause === undefined ? {} : { cause: faultOf(error.cause) }),
  }
}

export function logFault(
  log: Logger,
  error: ApiError,
  request: { requestId: string; path: string; route?: string | undefined; brand?: string | undefined },
): void {
  if (error.code === 'internal') log.error({ ...request, error: error.cause ?? error }, 'request failed')
  else if (error.status > 500) log.warn({ ...request, code: error.code, error: error.cause ?? error }, 'request put off')
}

export function asApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const isAway = /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|08\w{3}|57P0\d|53300|25006)$/.test(code)
  const timedOut = error instanceof Error && /timeout exceeded when trying to connect|Connection terminated|is not queryable/.test(error.message)
  const name: ErrorCode = isAway || timedOut ? 'busy' : 'internal'
  return new ApiError(name, { cause: error, headers: name === 'busy' ? { 'Retry-After': '2' } : {} })
}
