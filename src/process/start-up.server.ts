import { SchemaError } from '../db/migrate.server.ts'
import { isDiskFull } from '../lib/full-disk.server.ts'
import { LockError } from '../lib/lock.server.ts'
import { SettingsError } from '../settings.ts'
import { writePrivately } from './private-files.server.ts'

export class StartUpError extends Error {
  override name = 'StartUpError'
}

/**
 * Prints an error that the operator can fix in a line each, other errors with their stack. What is
 * written is the user's alone.
 */
export async function startUp(start: () => Promise<void>): Promise<void> {
  writePrivately()
  await start().catch(endStart)
}

/** Says what a start has failed at, and ends the process. */
export function endStart(error: unknown): never {
  const lines = linesFor(error)
  for (const line of lines ?? []) process.stderr.write(`${line}\n`)
  if (lines === null) console.error(error)
  process.exit(1)
}

export function linesFor(error: unknown): string[] | null {
  if (!(error instanceof Error)) return null
  if ([StartUpError, SchemaError, LockError].some((kind) => error instanceof kind))
    return error.message.split('\n')
  if ((error as NodeJS.ErrnoException).code?.startsWith('ERR_PARSE_ARGS') === true)
    return [error.message]
  if (error instanceof SettingsError)
    return error.message.split('\n').map((line) => `Setting ${line}`)
  const causes = error instanceof AggregateError ? error.errors : [error]
  for (const cause of causes) {
    const line = sentenceFor(cause as NodeJS.ErrnoException & { address?: string; port?: number })
    if (line !== null) return [line]
  }
  return null
}

function sentenceFor(
  error: NodeJS.ErrnoException & { address?: string; port?: number },
): string | null {
  const where = `${error.address ?? ''}:${error.port ?? ''}`
  if (error.syscall === 'listen') {
    if (error.code === 'EADDRINUSE')
      return `${where} is in use by another process. Set PORT to another port.`
    if (error.code === 'EACCES')
      return `Listening on ${where} is not allowed. Set PORT to 1024 or higher.`
    return `Cannot listen on ${where} (${error.code ?? error.message}). Check HOST and PORT.`
  }
  if (error.syscall === 'getaddrinfo')
    return `The name ${'hostname' in error ? String(error.hostname) : ''} is not known. Check HOST and DATABASE_URL.`
  if (error.syscall === 'connect')
    return `The database at ${where} cannot be reached (${error.code ?? ''}). Check DATABASE_URL.`
  // PostgreSQL error codes: wrong password, unknown role, unknown database.
  if (error.code === '28P01' || error.code === '28000' || error.code === '3D000') {
    return `The database refused the connection: ${error.message}. Check DATABASE_URL.`
  }
  if (isDiskFull(error)) return 'The disk is full.'
  return null
}
