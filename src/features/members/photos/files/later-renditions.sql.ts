import { sql } from 'kysely'
import type { Db } from '#db/connection.server.ts'
import type { Edit } from '../crop/crops.ts'

export const RENDITIONS_JOB = 'laterRenditions'

export type DuePhoto = Edit & {
  id: number
  key: string
  width: number
  height: number
  original_key: string | null
  card_key: string | null
  card_width: number | null
  card_height: number | null
}

/** Claims an approved photo whose later files are due; nobody else claims it before `until`. */
export async function claimDue(db: Db, at: Date, until: Date): Promise<DuePhoto | undefined> {
  const { rows } = await sql<DuePhoto>`
    update photos set renditions_due_at = ${until}
    where id = (
      select id from photos where renditions_due_at <= ${at} and approved_at is not null
      order by renditions_due_at limit 1 for update skip locked
    )
    returning id, key, width, height, original_key, card_key, card_width, card_height, turns, crop, card_crop as card`.execute(
    db,
  )
  return rows[0]
}

/** False if the photo was changed or deleted since it was claimed until then. */
export async function noteComplete(
  db: Db,
  { id, key, card_key }: DuePhoto,
  until: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('photos')
    .set({ renditions_due_at: null })
    .where('id', '=', id)
    .where('key', '=', key)
    .where('card_key', 'is not distinct from', card_key)
    .where('renditions_due_at', '=', until)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
