import { constants } from 'node:fs'
import { chmod, copyFile, mkdir, open, readdir, rename, rm, stat, statfs } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { openPglite } from '../db/connection.server.ts'
import { migrate } from '../db/migrate.server.ts'
import { isDiskFull } from '../lib/full-disk.server.ts'
import { LockError } from '../lib/lock.server.ts'
import { askForDump } from './control.server.ts'
import { StartUpError } from './start-up.server.ts'

/**
 * What belongs to the database beside it. Photos are files that are written once, under random
 * names.
 */
const FOLDERS = ['photos', 'mail']
/** A segment of PGlite's log, which it writes whole. */
const SCARCE = 16 * 1024 * 1024
const FILES = ['demo-secret', 'audit-heads.jsonl']

/**
 * Copies a data directory, whether a server has it open or not, to a new one, which a server can be
 * started on. The copy has its name only when it is whole: until then it is `<to>.part`, which an
 * error deletes.
 */
export async function backUp(dataDir: string, to: string): Promise<{ files: number }> {
  const target = resolve(to)
  if (await exists(target))
    throw new StartUpError(`${target} is there already. Give the backup another name.`)
  if (!(await exists(join(dataDir, 'pglite'))))
    throw new StartUpError(
      `There is no database in ${dataDir}. Set DATA_DIR to where the server has it.`,
    )
  const part = `${target}.part`
  await rm(part, { recursive: true, force: true })
  try {
    await mkdir(part, { recursive: true, mode: 0o700 })
    // Before the database, for what is deleted meanwhile; after it, for what is new in it.
    await copyFolders(dataDir, part)
    const copy = await openPglite(part, await dumpOf(dataDir))
    // Reads it and its history, so that a copy which does not open is no backup.
    try {
      await migrate(copy.db)
    } finally {
      await copy.close()
    }
    const files = await copyFolders(dataDir, part)
    for (const name of FILES)
      if (await exists(join(dataDir, name))) await copyFile(join(dataDir, name), join(part, name))
    for (const name of ['server.lock', 'server.pid']) await rm(join(part, name), { force: true })
    await finishAll(part)
    await rename(part, target)
    await syncOne(dirname(target))
    return { files }
  } catch (error) {
    const isScarce = await statfs(dirname(target)).then(
      ({ bavail, bsize }) => bavail * bsize < SCARCE,
      // The folder is away: what went wrong first says more.
      () => false,
    )
    await rm(part, { recursive: true, force: true })
    if (isDiskFull(error) || isScarce)
      throw new StartUpError(
        `The disk of ${target} is full. Nothing of this backup was kept; make space, or name a folder on another disk.`,
      )
    // PGlite ends like this where a file of its own cannot be written.
    if (error instanceof WebAssembly.RuntimeError)
      throw new StartUpError(
        `${target} could not be written. Nothing of this backup was kept; is the size of files limited (ulimit -f)?`,
      )
    throw error
  }
}

async function dumpOf(dataDir: string): Promise<Blob> {
  try {
    const database = await openPglite(dataDir)
    try {
      if (database.dump === null) throw new TypeError('PGlite can be dumped')
      return await database.dump()
    } finally {
      await database.close()
    }
  } catch (error) {
    if (!(error instanceof LockError)) throw error
    return askForDump(dataDir).catch((reason: NodeJS.ErrnoException) => {
      throw new StartUpError(
        `The process that has ${dataDir} open gives no copy of it (${reason.code ?? reason.message}). Stop it, and try again.`,
      )
    })
  }
}

/** Copies what is not there yet; how many files the copy has then. */
async function copyFolders(from: string, to: string): Promise<number> {
  let files = 0
  for (const folder of FOLDERS) {
    if (!(await exists(join(from, folder)))) continue
    for (const entry of await readdir(join(from, folder), {
      recursive: true,
      withFileTypes: true,
    })) {
      if (!entry.isFile() || entry.name.endsWith('.part')) continue
      const file = join(entry.parentPath, entry.name)
      const copy = join(to, file.slice(from.length))
      files += 1
      if (await exists(copy)) continue
      await mkdir(dirname(copy), { recursive: true })
      await copyFile(file, copy, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE).catch(
        (error: NodeJS.ErrnoException) => {
          // Deleted by its owner since the folder was read.
          if (error.code !== 'ENOENT') throw error
        },
      )
    }
  }
  return files
}

/** Copies of files have their modes, which a release before may have left open to others. */
async function finishAll(directory: string): Promise<void> {
  for (const entry of await readdir(directory, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (!entry.isFile()) continue
    await chmod(path, 0o600)
    await syncOne(path)
  }
}

async function syncOne(path: string): Promise<void> {
  const handle = await open(path)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}
