import type { Db } from './connection.server.ts'
import { changeSetting } from './kept-settings.server.ts'

const NAME = 'last backup'

/** Of PostgreSQL, as whoever makes its backups has said (`npm run backup -- --made`). */
export async function lastBackup(db: Db): Promise<Date | null> {
  const row = await db
    .selectFrom('kept_settings')
    .select('value')
    .where('name', '=', NAME)
    .executeTakeFirst()
  return row === undefined ? null : new Date(row.value)
}

export async function noteBackup(db: Db, at: Date): Promise<void> {
  await changeSetting(db, NAME, at.toISOString())
}
