import { hkdfSync, randomBytes } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { OpenDatabase } from '../db/connection.server.ts'
import { keptSetting } from '../db/kept-settings.server.ts'
import { type GivenSettings, type Settings, SettingsError } from '../settings.ts'

const SHAPE = /^[\w-]{43}$/

export async function withSecrets(given: GivenSettings, database: OpenDatabase): Promise<Settings> {
  const sessionSecret = given.sessionSecret ?? (await ownSecret(given.dataDir, database))
  // In production another organisation's server signs these links, and it must not know the session
  // secret.
  const supportSecret =
    given.supportSecret ?? (given.production ? null : derivedSecret(sessionSecret, 'support links'))
  return { ...given, sessionSecret, supportSecret }
}

export function derivedSecret(secret: string, purpose: string): string {
  return Buffer.from(hkdfSync('sha256', secret, '', purpose, 32)).toString('base64url')
}

/**
 * PGlite: a file beside the database; PostgreSQL: the database, which processes on other machines
 * share.
 */
async function ownSecret(dataDir: string, { kind, db }: OpenDatabase): Promise<string> {
  const fresh = randomBytes(32).toString('base64url')
  return kind === 'postgres' ? keptSetting(db, 'demo secret', fresh) : secretInFile(dataDir, fresh)
}

/** Null where there is none; throws where there is one that cannot be read. */
export async function keptSecret(dataDir: string): Promise<string | null> {
  return readFile(secretFile(dataDir), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
}

/**
 * As `keptSecret`; throws also where it is none, as in a file that was emptied: everybody could
 * sign with that.
 */
export async function wholeSecret(dataDir: string): Promise<string | null> {
  const kept = await keptSecret(dataDir)
  if (kept === null || SHAPE.test(kept)) return kept
  throw new SettingsError(
    `SESSION_SECRET: there is none in ${secretFile(dataDir)}, where this demo keeps it. Delete that file, and the next start makes another`,
  )
}

export function secretFile(dataDir: string): string {
  return join(dataDir, 'demo-secret')
}

async function secretInFile(dataDir: string, fresh: string): Promise<string> {
  const kept = await wholeSecret(dataDir)
  if (kept !== null) return kept
  const file = secretFile(dataDir)
  // Writes and renames, so that an interrupted start leaves no partial file.
  await writeFile(`${file}.new`, fresh, { mode: 0o600, flush: true })
  await rename(`${file}.new`, file)
  return fresh
}
