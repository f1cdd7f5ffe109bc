import { sql } from 'kysely'
import type { Db } from '#db/connection.server.ts'
import { foldAddress, foldName } from '#lib/folding.ts'

export type FoundAccount = {
  id: number
  username: string
  brand: string
  isStaff: boolean
  bannedAt: Date | null
  suspendedUntil: Date | null
  deletedAt: Date | null
}

/** The last sign there is: what begins with a text stands before the text followed by it. */
const LAST_SIGN = '\u{10ffff}'

export type Seeker = { seeker: number; findsStaff: boolean }

const idsOf = (rows: ReadonlyArray<{ id: number }>) => rows.map(({ id }) => id)

/** Of exactly this address: who owns it, then who claimed it. */
export async function accountsAddressed(db: Db, email: string, most: number): Promise<number[]> {
  const key = foldAddress(email)
  return idsOf(
    await db
      .selectFrom('accounts')
      .select('id')
      // Each half has a partial index, which the planner uses only if the condition is named.
      .where(
        sql<boolean>`((owns_email and email_key = ${key}) or (not owns_email and email_key = ${key}))`,
      )
      .orderBy('owns_email', 'desc')
      .orderBy('id', 'desc')
      .limit(sql.lit(most))
      .execute(),
  )
}

/** Whose username begins so, by name, without whoever seeks, and without staff but for leads. */
export async function accountsBeginning(
  db: Db,
  letters: string,
  { seeker, findsStaff, most }: Seeker & { most: number },
): Promise<number[]> {
  const from = foldName(letters)
  return idsOf(
    await db
      .selectFrom('accounts')
      .select('id')
      .where(
        sql<boolean>`(username_key ~>=~ ${from} and username_key ~<~ ${`${from}${LAST_SIGN}`})`,
      )
      .where('id', '<>', seeker)
      .$if(!findsStaff, (rows) => rows.where('staff_since', 'is', null))
      .orderBy(sql`username_key using ~<~`)
      .limit(sql.lit(most))
      .execute(),
  )
}

export async function accountsOnceNamed(db: Db, username: string): Promise<number[]> {
  const rows = await db
    .selectFrom('former_usernames')
    .select('account_id as id')
    .where('username_key', '=', foldName(username))
    .execute()
  return idsOf(rows)
}

export async function foundAccounts(
  db: Db,
  accountIds: readonly number[],
): Promise<Map<number, FoundAccount>> {
  if (accountIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('accounts')
    .select([
      'id',
      'username',
      'brand',
      sql<boolean>`staff_since is not null`.as('isStaff'),
      'banned_at as bannedAt',
      'suspended_until as suspendedUntil',
      'deleted_at as deletedAt',
    ])
    .where('id', 'in', accountIds)
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}
