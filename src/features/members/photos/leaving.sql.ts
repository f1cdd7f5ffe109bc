import { type Collection, ownRows } from '#api/collections.server.ts'
import type { Erasings } from '#api/erasure.server.ts'
import type { Services } from '#api/services.server.ts'
import { withNames } from '#core/accounts/names.sql.ts'
import { closeTasksAbout } from '#core/tasks/tasks.sql.ts'
import { photoQueues } from '#core/tasks/tasks.ts'
import type { Db } from '#db/connection.server.ts'
import type { StoredPhoto } from './files/largest-file.server.ts'
import { namesOf } from './photos.ts'
import { withoutHeld } from './report-holds.sql.ts'

/** Deletions of one photo's files go to the store together; this many photos at once. */
const AT_ONCE = 5

export const photoErasures: Erasings = { photos: { erase: erasePhotos } }

async function erasePhotos(
  { db, photoFiles, clock }: Pick<Services, 'db' | 'photoFiles' | 'clock'>,
  accountId: number,
): Promise<number> {
  const rows = await db
    .selectFrom('photos')
    .select(['id', 'key', 'card_key', 'original_key', 'renditions_due_at'])
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .limit(AT_ONCE)
    .execute()
  if (rows.length === 0) return 0
  await photoFiles.remove(await withoutHeld(db, rows.flatMap(namesOf)))
  await db
    .deleteFrom('photos')
    .where(
      'id',
      'in',
      rows.map(({ id }) => id),
    )
    .execute()
  const at = clock.now()
  for (const { id } of rows)
    await closeTasksAbout(db, photoQueues, id, { by: null, at, outcome: 'gone' })
  // Later files may have been written before the row was gone, which their job then takes for
  // complete.
  const due = rows.filter(({ renditions_due_at: dueAt }) => dueAt !== null)
  await photoFiles.remove(await withoutHeld(db, due.flatMap(namesOf)))
  return rows.length
}

export const photoCollections: readonly Collection[] = [
  {
    name: 'photos',
    title: 'Your photos',
    rows: ownRows(
      'photos',
      [
        'id as key',
        'id as photo',
        'width',
        'height',
        'description',
        'is_private as isPrivate',
        'is_primary as isFirst',
        'created_at as added',
        'approved_at as accepted',
        'rejected_at as refused',
        'reject_reason as reason',
        'rules_version as rulesConfirmed',
      ],
      { tell: (_, page) => page.map(({ photo, ...row }) => ({ ...row, file: fileInCopy(photo) })) },
    ),
  },
  {
    name: 'photo-access',
    title: 'Who may see your private photos',
    rows: ownRows(
      'photo_grants',
      [
        'viewer_id as key',
        'viewer_id as otherId',
        'requested_at as asked',
        'granted_at as allowed',
        'ends_at as until',
        'refused_at as refused',
      ],
      { owner: 'owner_id', tell: withNames },
    ),
  },
  {
    name: 'photo-requests',
    title: 'Whose private photos you asked to see',
    rows: ownRows(
      'photo_grants',
      [
        'owner_id as key',
        'owner_id as otherId',
        'requested_at as asked',
        'granted_at as allowed',
        'ends_at as until',
        'refused_at as refused',
      ],
      { owner: 'viewer_id', tell: withNames },
    ),
  },
]

function fileInCopy(photoId: number): string {
  return `photos/${photoId}.webp`
}

/**
 * Each of a member's photos: its name in the copy, and what its largest file is found or made by.
 */
export async function photosToCopy(
  db: Db,
  accountId: number,
): Promise<Array<{ file: string; photo: StoredPhoto }>> {
  const rows = await db
    .selectFrom('photos')
    .select(['id', 'key', 'width', 'height', 'original_key', 'turns', 'crop'])
    .where('account_id', '=', accountId)
    .where('removed_at', 'is', null)
    .orderBy('id')
    .execute()
  return rows.map(({ id, ...photo }) => ({ file: fileInCopy(id), photo }))
}
