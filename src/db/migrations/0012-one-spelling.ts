import { type Kysely, sql } from 'kysely'
import { foldAddress, foldName } from '../../lib/folding.ts'
import { lookOf } from '../../lib/look-alikes.ts'

type Account = { id: number; username: string; email: string }

const AT_ONCE = 5000

/** Where two accounts fold to the same name, the older keeps it; the newer gets its number (`#`) as key. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table accounts add column username_key text, add column username_look text, add column email_key text`.execute(
    db,
  )
  for (let last = 0; ;) {
    const { rows } =
      await sql<Account>`select id, username, email from accounts where id > ${last} order by id limit ${AT_ONCE}`.execute(
        db,
      )
    const end = rows.at(-1)
    if (end === undefined) break
    last = end.id
    const folded = rows.map(({ id, username, email }) => ({
      id,
      username_key: foldName(username),
      username_look: lookOf(username),
      email_key: foldAddress(email),
    }))
    await sql`
      update accounts
      set username_key = given.username_key, username_look = given.username_look, email_key = given.email_key
      from json_to_recordset(${JSON.stringify(folded)}::json) as given(id bigint, username_key text, username_look text, email_key text)
      where accounts.id = given.id`.execute(db)
  }
  for (const column of ['username_key', 'username_look']) {
    await sql`
      update accounts
      set ${sql.id(column)} = accounts.${sql.id(column)} || '#' || accounts.id
      from (select id, row_number() over (partition by ${sql.id(column)} order by id) as place from accounts) as ranked
      where ranked.id = accounts.id and ranked.place > 1`.execute(db)
  }
  const statements = [
    `alter table accounts alter column username_key set not null, alter column username_look set not null, alter column email_key set not null`,
    `drop index accounts_username, accounts_email, accounts_claimed_email`,
    `create unique index accounts_username_key on accounts (username_key)`,
    `create unique index accounts_username_look on accounts (username_look)`,
    `create unique index accounts_email on accounts (email_key) where owns_email`,
    `create index accounts_claimed_email on accounts (email_key) where not owns_email`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
