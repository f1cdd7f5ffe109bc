import { hkdfSync, randomBytes } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { OpenDatabase } from '../db/connection.server.ts'
import { keptSetting } from '../db/kept-settings.server.ts'
import { type GivenSettings, type Settings, SettingsError } from '../settings.ts'

const SHAPE = /^[\w-]{43}$/

/**
 * The settings with every secret in them: in production those that are given, since `readSettings` asks for
 * them; in a demo also its own, which is made by its first process and found by every other one.
 */
export async function withSecrets(given: GivenSettings, database: OpenDatabase): Promise<Settings> {
  const sessionSecret = given.sessionSecret ?? (await ownSecret(given.dataDir, database))
  // In production, who signs these links is somebody else's server, which must not know the other secret.
  const supportSecret = given.supportSecret ?? (given.production ? null : derivedSecret(sessionSecret, 'support links'))
  return { ...given, sessionSecret, supportSecret }
}

/** A secret for one purpose, from which neither the other ones nor the one behind them can be told. */
export function derivedSecret(secret: string, purpose: string): string {
  return Buffer.from(hkdfSync('sha256', secret, '', purpose, 32)).toString('base64url')
}

/** Where the database is a directory, beside it; else in the database, where processes on other machines find it. */
async function ownSecret(dataDir: string, { kind, db }: OpenDatabase): Promise<string> {
  const fresh = randomBytes(32).toString('base64url')
  return kind === 'postgres' ? keptSetting(db, 'demo secret', fresh) : secretInFile(join(dataDir, 'demo-secret'), fresh)
}

/** Whoever has PGlite open has its directory for itself, so that no two come here at once. */
async function secretInFile(file: string, fresh: string): Promise<string> {
  const kept = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (kept !== null && SHAPE.test(kept)) return kept
  if (kept !== null) throw new SettingsError(`SESSION_SECRET: there is none in ${file}, where this demo keeps it. Delete that file, and the next start makes another`)
  // Under its name only once it is whole: a start that is cut off leaves no half of it.
  await writeFile(`${file}.new`, fresh, { mode: 0o600, flush: true })
  await rename(`${file}.new`, file)
  return fresh
}
