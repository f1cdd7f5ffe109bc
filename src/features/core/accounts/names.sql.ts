import type { Db } from '#db/connection.server.ts'
import { nameInWords } from './usernames/erased-name.ts'
import { usernamesOf } from './usernames/usernames.sql.ts'

/** Replaces `otherId` by the member's name, for the copy of one's data. */
export async function withNames<Found extends { otherId: number }>(
  db: Db,
  rows: readonly Found[],
): Promise<Array<{ member: string } & Omit<Found, 'otherId'>>> {
  const names = await usernamesOf(db, [...new Set(rows.map(({ otherId }) => otherId))])
  return rows.map(({ otherId, ...rest }) => ({ member: nameInWords(names.get(otherId)), ...rest }))
}
