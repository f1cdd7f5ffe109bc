import { sql } from 'kysely'
import type { Db, Trx } from '#db/connection.server.ts'

export type Flagger = {
  id: number
  name: string
  email: string
  addedAt: Date
  addedBy: number
  endedAt: Date | null
}

const MOST = 200

/** Those of now by name, then those of before. */
export async function allFlaggers(db: Db): Promise<Flagger[]> {
  return db
    .selectFrom('trusted_flaggers')
    .select([
      'id',
      'name',
      'email',
      'added_at as addedAt',
      'added_by as addedBy',
      'ended_at as endedAt',
    ])
    .orderBy('ended_at', (order) => order.desc().nullsFirst())
    .orderBy('name')
    .orderBy('id')
    .limit(sql.lit(MOST))
    .execute()
}

/** Null where the address is that of one already, also of one that is registered at this moment. */
export async function insertFlagger(
  trx: Trx,
  flagger: { name: string; email: string; by: number; at: Date },
): Promise<number | null> {
  const made = await trx
    .insertInto('trusted_flaggers')
    .values({
      name: flagger.name,
      email: flagger.email,
      added_at: flagger.at,
      added_by: flagger.by,
    })
    .onConflict((conflict) =>
      conflict
        .expression(sql`lower(email)`)
        .where('ended_at', 'is', null)
        .doNothing(),
    )
    .returning('id')
    .executeTakeFirst()
  return made?.id ?? null
}

/** False where it was ended before. */
export async function endFlagger(
  trx: Trx,
  id: number,
  { by, at }: { by: number; at: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('trusted_flaggers')
    .set({ ended_at: at, ended_by: by })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function isTrustedFlagger(trx: Trx, email: string): Promise<boolean> {
  const found = await trx
    .selectFrom('trusted_flaggers')
    .select('id')
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return found !== undefined
}
