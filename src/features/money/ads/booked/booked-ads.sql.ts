import { sql } from 'kysely'
import type { Db, Trx } from '#db/connection.server.ts'
import type { AdSlot } from '../ads.ts'

export type AdContent = {
  link: string
  headline: string
  text: string
  action: string
  drawing: string | null
  pictureId: number | null
  weight: number
  from: string
  until: string
}

/** `brand` null: every brand that shows the slot. */
export type BookedAd = AdContent & { id: number; brand: string | null; slot: AdSlot }

export type KeptAd = BookedAd & {
  version: number
  addedAt: Date
  addedBy: number
  changedAt: Date | null
  changedBy: number | null
  endedAt: Date | null
  endedBy: number | null
}

const MOST = 1000
/** Those that run are in the memory of each process. */
const MOST_RUNNING = 500

const columns = [
  'id',
  'brand',
  'slot',
  'link',
  'headline',
  'text',
  'action',
  'drawing',
  'picture_id as pictureId',
  'weight',
  'runs_from as from',
  'runs_until as until',
] as const
const history = [
  'version',
  'added_at as addedAt',
  'added_by as addedBy',
  'changed_at as changedAt',
  'changed_by as changedBy',
  'ended_at as endedAt',
  'ended_by as endedBy',
] as const

type Slotted<Row> = Row & { slot: AdSlot }

/** The newest first. */
export async function keptAds(db: Db): Promise<KeptAd[]> {
  const rows = await db
    .selectFrom('booked_ads')
    .select([...columns, ...history])
    .orderBy('id', 'desc')
    .limit(sql.lit(MOST))
    .execute()
  return rows as Array<Slotted<(typeof rows)[number]>>
}

export async function keptAd(db: Db | Trx, id: number): Promise<KeptAd | undefined> {
  const row = await db
    .selectFrom('booked_ads')
    .select([...columns, ...history])
    .where('id', '=', id)
    .executeTakeFirst()
  return row as Slotted<NonNullable<typeof row>> | undefined
}

/** Those of a day, on whatever brand, the first placed first. */
export async function adsOfDay(db: Db, day: string): Promise<BookedAd[]> {
  const rows = await db
    .selectFrom('booked_ads')
    .select(columns)
    .where('ended_at', 'is', null)
    .where('runs_from', '<=', day)
    .where('runs_until', '>=', day)
    .orderBy('id')
    .limit(sql.lit(MOST_RUNNING))
    .execute()
  return rows as Array<Slotted<(typeof rows)[number]>>
}

/** By pictures that publishers put, the headlines of the ads that show them now, or will. */
export async function adsByPicture(db: Db | Trx, day: string): Promise<Map<number, string[]>> {
  const rows = await db
    .selectFrom('booked_ads')
    .select(['picture_id as pictureId', 'headline'])
    .where('picture_id', 'is not', null)
    .where('ended_at', 'is', null)
    .where('runs_until', '>=', day)
    .orderBy('id')
    .execute()
  const headlines = new Map<number, string[]>()
  for (const { pictureId, headline } of rows)
    if (pictureId !== null)
      headlines.set(pictureId, [...(headlines.get(pictureId) ?? []), headline])
  return headlines
}

type Act = { by: number; at: Date }

function rowOf({ pictureId, from, until, ...same }: AdContent) {
  return { ...same, picture_id: pictureId, runs_from: from, runs_until: until }
}

export async function insertBookedAd(
  trx: Trx,
  { brand, slot, ...content }: Omit<BookedAd, 'id'>,
  { by, at }: Act,
): Promise<number> {
  const { id } = await trx
    .insertInto('booked_ads')
    .values({ brand, slot, ...rowOf(content), added_at: at, added_by: by })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** False where it was changed since that version, or ended. */
export async function changeBookedAd(
  trx: Trx,
  { id, version }: { id: number; version: number },
  content: AdContent,
  { by, at }: Act,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('booked_ads')
    .set({ ...rowOf(content), version: version + 1, changed_at: at, changed_by: by })
    .where('id', '=', id)
    .where('version', '=', version)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** False where it was ended before. */
export async function endBookedAd(trx: Trx, id: number, { by, at }: Act): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('booked_ads')
    .set({ ended_at: at, ended_by: by })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
