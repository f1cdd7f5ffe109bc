import type { Db, Trx } from '#db/connection.server.ts'
import type { FindingKind } from './findings.ts'

export type PhotoFinding = {
  kind: FindingKind
  hashId: number | null
  otherPhotoId: number | null
  list: string | null
  why: string
}

/** Returns how many of them were not known. */
export async function keepFindings(
  trx: Trx,
  photoId: number,
  findings: readonly PhotoFinding[],
  at: Date,
): Promise<number> {
  if (findings.length === 0) return 0
  const rows = await trx
    .insertInto('photo_findings')
    .values(
      findings.map(({ kind, hashId, otherPhotoId, list, why }) => ({
        photo_id: photoId,
        kind,
        hash_id: hashId,
        other_photo_id: otherPhotoId,
        list,
        why,
        found_at: at,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .execute()
  return rows.length
}

/** What was found about a photo, the oldest first. */
export async function findingsOf(db: Db | Trx, photoId: number) {
  return db
    .selectFrom('photo_findings')
    .leftJoin('photos as other', 'other.id', 'photo_findings.other_photo_id')
    .select([
      'photo_findings.kind',
      'photo_findings.list',
      'photo_findings.why',
      'photo_findings.found_at as foundAt',
    ])
    .select([
      'photo_findings.hash_id as hashId',
      'photo_findings.other_photo_id as otherPhotoId',
      'other.account_id as otherAccountId',
    ])
    .where('photo_findings.photo_id', '=', photoId)
    .orderBy('photo_findings.id')
    .execute()
}

/**
 * Of these accounts those that are linked with the member as partners, who may have photos in
 * common.
 */
export async function partnersAmong(
  db: Db | Trx,
  accountId: number,
  others: readonly number[],
): Promise<Set<number>> {
  if (others.length === 0) return new Set()
  const rows = await db
    .selectFrom('partner_links')
    .select(['inviter_id', 'invitee_id'])
    .where('accepted_at', 'is not', null)
    .where((e) =>
      e.or([
        e.and([e('inviter_id', '=', accountId), e('invitee_id', 'in', others)]),
        e.and([e('invitee_id', '=', accountId), e('inviter_id', 'in', others)]),
      ]),
    )
    .execute()
  return new Set(
    rows.map(({ inviter_id: inviter, invitee_id: invitee }) =>
      inviter === accountId ? invitee : inviter,
    ),
  )
}

/** Which kinds of findings there are about each of these photos. */
export async function kindsFound(
  db: Db | Trx,
  photoIds: readonly number[],
): Promise<Map<number, Set<FindingKind>>> {
  if (photoIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('photo_findings')
    .select(['photo_id', 'kind'])
    .where('photo_id', 'in', photoIds)
    .execute()
  return new Map(
    photoIds.map((id) => [
      id,
      new Set(rows.filter((row) => row.photo_id === id).map(({ kind }) => kind)),
    ]),
  )
}
