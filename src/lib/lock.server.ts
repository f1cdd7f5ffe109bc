import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

const SQLITE_BUSY = 5
/** Two concurrent starts may each hold half of the lock briefly; one of them then fails. */
const BUSY_TIMEOUT = 500

export class LockError extends Error {
  override name = 'LockError'
}

/**
 * Uses the operating system's lock on an SQLite file, which is released even after `kill -9`.
 * Throws LockError.
 */
export async function lockDirectory(directory: string): Promise<() => Promise<void>> {
  const pidFile = join(directory, 'server.pid')
  const file = await openLockFile(directory)
  try {
    file.exec('pragma journal_mode = memory; pragma locking_mode = exclusive; begin exclusive')
    await writeFile(pidFile, String(process.pid))
  } catch (error) {
    file.close()
    if (isBusy(error)) throw await inUse(directory, pidFile)
    throw notWritable(directory, error)
  }
  let held = true
  return async () => {
    if (held) file.close()
    held = false
  }
}

async function openLockFile(directory: string): Promise<DatabaseSync> {
  try {
    await makeDirectory(directory)
    return new DatabaseSync(join(directory, 'server.lock'), { timeout: BUSY_TIMEOUT })
  } catch (error) {
    throw notWritable(directory, error)
  }
}

/** mkdir with `recursive` loops forever if the parent exists but returns ENOENT, as under /proc. */
async function makeDirectory(path: string): Promise<void> {
  try {
    await mkdir(path)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST') return
    if (code !== 'ENOENT' || existsSync(dirname(path))) throw error
    await makeDirectory(dirname(path))
    await mkdir(path)
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY
}

async function inUse(directory: string, pidFile: string): Promise<LockError> {
  // The pid is only for the message and may be outdated.
  const pid = await readFile(pidFile, 'utf8').catch(() => '')
  const who = pid === '' ? 'another process' : `another process (${pid})`
  return new LockError(
    `The data directory ${directory} is in use by ${who}. Stop it, or set DATA_DIR to another directory.`,
  )
}

function notWritable(directory: string, error: unknown): LockError {
  const reason = error instanceof Error ? error.message : String(error)
  return new LockError(
    `The data directory ${directory} cannot be written: ${reason}. Set DATA_DIR to one that can.`,
  )
}
