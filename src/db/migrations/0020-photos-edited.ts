import { type Kysely, sql } from 'kysely'

/**
 * Photos in an order that their owner chooses, cropped and turned from an original of their own. `checked_crop` is the
 * part that was seen when the photo was approved; null where all of it was.
 */
const statements = [
  `alter table photos
    add column position integer not null default 1,
    add column original_key text unique,
    add column turns smallint not null default 0 check (turns between 0 and 3),
    add column crop jsonb,
    add column checked_crop jsonb,
    add column card_key text unique,
    add column card_crop jsonb,
    add column card_width integer,
    add column card_height integer,
    add column card_placeholder text`,
  `update photos set position = 0 where is_primary`,
  `create index photo_grants_asking on photo_grants (owner_id, requested_at) where granted_at is null and refused_at is null`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
