import { sql } from 'kysely'
import { countFirst } from '#core/figures/counting.sql.ts'
import { lockProfile } from '#core/people/pictures/has-photo.sql.ts'
import { lastDecidedAbout } from '#core/tasks/outcomes.sql.ts'
import { photoQueues } from '#core/tasks/tasks.ts'
import type { Db, Trx } from '#db/connection.server.ts'
import { wake } from '#jobs/wake.sql.ts'
import { uprightCrop } from './crop/crops.ts'
import { RENDITIONS_JOB } from './files/later-renditions.sql.ts'
import { keepVerdict, type Verdict } from './hashes/verdicts.sql.ts'
import { inJson, updatePrimary } from './own/own-photos.sql.ts'

/** A photo goes out of its owner's sight too; `reviewPhoto` gives it back where it approves it. */
export async function markRemoved(
  trx: Trx,
  ownerId: number,
  photoId: number,
  at: Date,
): Promise<void> {
  await lockProfile(trx, ownerId)
  await trx.updateTable('photos').set({ removed_at: at }).where('id', '=', photoId).execute()
}

/** Photos that were removed before a moment, the first of them first. */
export async function removedBefore(db: Db, before: Date, most: number) {
  return db
    .selectFrom('photos')
    .select(['id', 'key', 'card_key', 'original_key'])
    .where('removed_at', '<=', before)
    .orderBy('removed_at')
    .limit(sql.lit(most))
    .execute()
}

/** Not one that was given back meanwhile. */
export async function deleteRemoved(db: Db, ids: readonly number[], before: Date): Promise<void> {
  await db.deleteFrom('photos').where('id', 'in', ids).where('removed_at', '<=', before).execute()
}

/** A photo as staff judge it; undefined if it was deleted. */
export async function photoToJudge(db: Db | Trx, id: number) {
  return db
    .selectFrom('photos')
    .select([
      'id',
      'account_id as ownerId',
      'key',
      'original_key as originalKey',
      'width',
      'height',
      'description',
      'is_private as isPrivate',
    ])
    .select('rules_version as rules')
    .select([
      sql<boolean>`approved_at is not null`.as('isApproved'),
      sql<boolean>`rejected_at is not null`.as('isRefused'),
      sql<boolean>`removed_at is not null`.as('isRemoved'),
      sql<boolean>`exists (select from photo_hashes where photo_id = photos.id)`.as('isCompared'),
    ])
    .where('id', '=', id)
    .executeTakeFirst()
}

/** How many photos of a member are approved, wait and are refused. */
export function photoStates(db: Db, ownerId: number) {
  return db
    .selectFrom('photos')
    .select([
      sql<number>`(count(*) filter (where approved_at is not null))::int`.as('approved'),
      sql<number>`(count(*) filter (where approved_at is null and rejected_at is null))::int`.as(
        'waiting',
      ),
      sql<number>`(count(*) filter (where rejected_at is not null))::int`.as('refused'),
    ])
    .where('account_id', '=', ownerId)
}

/** A member's first approved photo becomes primary. Returns its owner, null if it was deleted. */
export async function reviewPhoto(
  trx: Trx,
  photoId: number,
  verdict: Verdict,
): Promise<number | null> {
  const found = await trx
    .selectFrom('photos')
    .select(['account_id', 'crop', 'turns', 'is_private'])
    .where('id', '=', photoId)
    .executeTakeFirst()
  if (!found) return null
  await lockProfile(trx, found.account_id)
  const before = await trx
    .selectFrom('photos')
    .select(['removed_at', 'renditions_due_at'])
    .where('id', '=', photoId)
    .executeTakeFirst()
  if (!before) return null
  await trx
    .updateTable('photos')
    .set(
      verdict.approved
        ? {
            approved_at: verdict.at,
            approved_by: verdict.by,
            rejected_at: null,
            rejected_by: null,
            reject_reason: null,
            removed_at: null,
            checked_crop: inJson(uprightCrop(found.crop, found.turns)),
          }
        : {
            approved_at: null,
            approved_by: null,
            rejected_at: verdict.at,
            rejected_by: verdict.by,
            reject_reason: verdict.reason,
          },
    )
    .where('id', '=', photoId)
    .execute()
  await updatePrimary(trx, found.account_id)
  if (verdict.approved && before.renditions_due_at !== null) await wake(trx, RENDITIONS_JOB)
  if (verdict.approved && !found.is_private)
    await countFirst(trx, found.account_id, 'photo', verdict.at)
  await keepVerdict(trx, photoId, { ...verdict, wasRemoved: before.removed_at !== null })
  return found.account_id
}

/** Hides a photo from all but its owner until staff decide. False if it is refused or deleted. */
export async function holdPhoto(trx: Trx, ownerId: number, photoId: number): Promise<boolean> {
  await lockProfile(trx, ownerId)
  const { numUpdatedRows } = await trx
    .updateTable('photos')
    .set({ approved_at: null, approved_by: null })
    .where('id', '=', photoId)
    .where('account_id', '=', ownerId)
    .where('rejected_at', 'is', null)
    .executeTakeFirst()
  await updatePrimary(trx, ownerId)
  return numUpdatedRows > 0n
}

/** Who refused a photo by a decision that has no effect yet; undefined if nobody did. */
export async function refusalThatWaits(
  trx: Trx,
  ownerId: number,
  photoId: number,
): Promise<{ by: number } | undefined> {
  await lockProfile(trx, ownerId)
  const photo = await trx
    .selectFrom('photos')
    .select('id')
    .where('id', '=', photoId)
    .where('account_id', '=', ownerId)
    .where('approved_at', 'is', null)
    .where('rejected_at', 'is', null)
    .executeTakeFirst()
  const task = photo && (await lastDecidedAbout(trx, photoQueues, ownerId, photoId))
  return task && task.outcome !== 'none' ? { by: task.by } : undefined
}
