import type { OpenDatabase } from '../db/connection.server.ts'
import { SECOND } from '../lib/clock.ts'

/** About 1 kB each. */
const MAX_ENTRIES = 20_000
/**
 * So long a process that other processes cannot reach still uses what it remembers (assurance 10:
 * five seconds).
 */
export const HEARTBEAT_VALIDITY = 3 * SECOND
const CHANNEL = 'account_changed'

/**
 * The sessions asked for last, as the database has them: triggers announce each change
 * (db/schema/accounts.sql).
 */
export type SessionCache<Row extends { id: number }> = {
  find(key: string): Row | undefined
  /** Called before the row is read; the result keeps it, unless something changed in between. */
  startReading(): (key: string, row: Row) => void
  size(): number
  close(): Promise<void>
}

export async function openSessionCache<Row extends { id: number }>(
  database: Pick<OpenDatabase, 'listen' | 'heardUntil'>,
): Promise<SessionCache<Row>> {
  /** Least recently used first. */
  const rows = new Map<string, Row>()
  const keysOf = new Map<number, Set<string>>()
  let changes = 0
  const isCurrent = (): boolean => performance.now() - database.heardUntil() < HEARTBEAT_VALIDITY

  function remove(key: string, { id }: Row): void {
    rows.delete(key)
    const keys = keysOf.get(id)
    keys?.delete(key)
    if (keys?.size === 0) keysOf.delete(id)
  }
  function forgetAll(): void {
    changes += 1
    rows.clear()
    keysOf.clear()
  }
  function forget(account: number): void {
    changes += 1
    for (const key of keysOf.get(account) ?? []) rows.delete(key)
    keysOf.delete(account)
  }
  function keep(key: string, row: Row): void {
    const known = rows.get(key)
    if (known) remove(key, known)
    const [oldest] = rows.size >= MAX_ENTRIES ? rows : []
    if (oldest) remove(...oldest)
    rows.set(key, row)
    keysOf.set(row.id, (keysOf.get(row.id) ?? new Set()).add(key))
  }

  const close = await database.listen(
    CHANNEL,
    (payload) => (payload === 'all' ? forgetAll() : forget(Number(payload))),
    forgetAll,
  )
  return {
    find(key) {
      const row = isCurrent() ? rows.get(key) : undefined
      if (!row) return undefined
      rows.delete(key)
      rows.set(key, row)
      return row
    },
    startReading() {
      const before = changes
      return (key, row) => {
        if (changes === before && isCurrent()) keep(key, row)
      }
    },
    size: () => rows.size,
    close,
  }
}
