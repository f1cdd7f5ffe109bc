import { sql } from 'kysely'
import type { Db, Trx } from '../../db/connection.server.ts'

/** A photo as staff judge it; undefined if it was deleted. */
export async function photoToJudge(db: Db | Trx, id: number) {
  return db
    .selectFrom('photos')
    .select(['id', 'account_id as ownerId', 'key', 'width', 'height', 'description', 'is_private as isPrivate', 'created_at as addedAt'])
    .select(sql<boolean>`rejected_at is not null`.as('isRefused'))
    .where('id', '=', id)
    .executeTakeFirst()
}

/** How many photos of a member are approved, wait and are refused. */
export async function photoStates(db: Db, ownerId: number): Promise<{ approved: number; waiting: number; refused: number }> {
  return db
    .selectFrom('photos')
    .select([
      sql<number>`(count(*) filter (where approved_at is not null))::int`.as('approved'),
      sql<number>`(count(*) filter (where approved_at is null and rejected_at is null))::int`.as('waiting'),
      sql<number>`(count(*) filter (where rejected_at is not null))::int`.as('refused'),
    ])
    .where('account_id', '=', ownerId)
    .executeTakeFirstOrThrow()
}

/** `key`: of the photo as it was seen; `reason`: the sentence that its owner reads, null for an approval. */
export type NewVerdict = { jobId: number; photoId: number; key: string; reason: string | null; by: number; at: Date; effectAt: Date }

/** Keeps a decision until it takes effect. The caller holds the owner's profile. */
export async function keepVerdict(trx: Trx, verdict: NewVerdict): Promise<void> {
  await trx
    .insertInto('photo_verdicts')
    .values({
      job_id: verdict.jobId,
      photo_id: verdict.photoId,
      key: verdict.key,
      reason: verdict.reason,
      decided_by: verdict.by,
      decided_at: verdict.at,
      effect_at: verdict.effectAt,
    })
    .onConflict((conflict) =>
      conflict.column('photo_id').doUpdateSet((eb) => ({
        job_id: eb.ref('excluded.job_id'),
        key: eb.ref('excluded.key'),
        reason: eb.ref('excluded.reason'),
        decided_by: eb.ref('excluded.decided_by'),
        decided_at: eb.ref('excluded.decided_at'),
        effect_at: eb.ref('excluded.effect_at'),
      })),
    )
    .execute()
}

const columns = ['job_id as jobId', 'photo_id as photoId', 'key', 'reason', 'decided_by as by', 'decided_at as at', 'effect_at as effectAt'] as const

export async function verdictOfJob(trx: Trx, jobId: number) {
  return trx.selectFrom('photo_verdicts').select(columns).where('job_id', '=', jobId).executeTakeFirst()
}

/** Removes a decision that has not taken effect. Returns undefined if there is none any more. */
export async function takeVerdict(trx: Trx, photoId: number) {
  return trx.deleteFrom('photo_verdicts').where('photo_id', '=', photoId).returning(columns).executeTakeFirst()
}

/** The photos whose decision takes effect now, the first ones first. */
export async function dueVerdicts(db: Db, at: Date, most: number): Promise<Array<{ photoId: number; ownerId: number }>> {
  return db
    .selectFrom('photo_verdicts')
    .innerJoin('photos', 'photos.id', 'photo_verdicts.photo_id')
    .select(['photo_id as photoId', 'account_id as ownerId'])
    .where('effect_at', '<=', at)
    .orderBy('effect_at')
    .limit(sql.lit(most))
    .execute()
}
