import { type Expression, type RawBuilder, sql } from 'kysely'
import { ApiError } from '#api/errors.ts'
import type { Scope } from '#api/member.server.ts'
import type { ShownAnswer } from '#core/people/prompts/prompts.contract.ts'
import { answersOf } from '#core/people/prompts/prompts.sql.ts'
import type { LikedPart } from '#db/columns.ts'
import { compiledOnce } from '#db/compiled-once.ts'
import type { Db, Trx } from '#db/connection.server.ts'
import { mostOf, rowsIn } from '#db/rows-of.ts'
import type { PhotoViewer } from '../photos/files/addresses.server.ts'
import { mayShowPhoto, photosOf } from '../photos/photos.sql.ts'
import type { ShownPart } from './parts.contract.ts'

/** As a request names it: of the two one at most. */
export type NamedPart = { photo?: number | undefined; prompt?: number | undefined }
export type Part = { kind: 'photo'; id: number } | ({ kind: 'prompt' } & ShownAnswer)

/**
 * The part of the owner's profile that the viewer names, or null if they name none. One that is
 * another member's, deleted, or not for the viewer to see, throws the same `notFound`. The caller
 * checks whether the owner is visible.
 */
export async function partNamed(
  db: Db | Trx,
  { member, at }: Scope,
  ownerId: number,
  { photo, prompt }: NamedPart,
): Promise<Part | null> {
  if (photo !== undefined) {
    if (!(await mayShowPhoto(db, { id: member.id, at }, ownerId, photo)))
      throw new ApiError('notFound', 'This photo is no longer there.')
    return { kind: 'photo', id: photo }
  }
  if (prompt === undefined) return null
  const found = (await answersOf(db, ownerId)).find(({ id }) => id === prompt)
  if (!found) throw new ApiError('notFound', 'This answer is no longer there.')
  return { kind: 'prompt', id: prompt, question: found.question, answer: found.answer }
}

/**
 * Notes what of a profile is liked; the like itself is there, and takes this along when it is taken
 * back.
 */
export async function recordLikedPart(
  trx: Trx,
  { member, at }: Scope,
  likedId: number,
  { kind, id }: Pick<Part, 'kind' | 'id'>,
): Promise<void> {
  await trx
    .insertInto('liked_parts')
    .values({ liker_id: member.id, liked_id: likedId, [`${kind}_id`]: id, created_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function forgetLikedPart(
  trx: Trx,
  { member }: Scope,
  likedId: number,
  { photo = 0, prompt = 0 }: NamedPart,
): Promise<void> {
  await trx
    .deleteFrom('liked_parts')
    .where('liker_id', '=', member.id)
    .where('liked_id', '=', likedId)
    .where('photo_id', '=', photo)
    .where('prompt_id', '=', prompt)
    .execute()
}

/** What somebody likes of somebody, as a column of another statement. */
export function partsLiked(
  liker: Expression<number>,
  liked: Expression<number>,
): RawBuilder<LikedPart[]> {
  return sql<LikedPart[]>`(
    select coalesce(json_agg(json_build_object('photo', photo_id, 'prompt', prompt_id) order by part.created_at, photo_id, prompt_id), '[]')
    from liked_parts part where part.liker_id = ${liker} and part.liked_id = ${liked}
  )`
}

const partsOfLikers = compiledOnce(
  (db, { likers, viewerId }: { likers: string; viewerId: number }, most: number) => {
    const liker = sql<number>`likers.value::bigint`
    return db
      .selectFrom(rowsIn(likers, most).as('likers'))
      .select([liker.as('liker'), partsLiked(liker, sql`${viewerId}::bigint`).as('parts')])
  },
)

/** What each of these members likes of the viewer's profile. */
export async function partsLikedBy(
  db: Db,
  likers: readonly number[],
  viewerId: number,
): Promise<Map<number, LikedPart[]>> {
  if (likers.length === 0) return new Map()
  const rows = await partsOfLikers(db, { likers: JSON.stringify(likers), viewerId }, mostOf(likers))
  return new Map(
    rows.filter(({ parts }) => parts.length > 0).map(({ liker: id, parts }) => [id, parts]),
  )
}

/** How parts of the viewer's own profile are shown to them; those that are gone are left out. */
export async function ownPartsShown(
  db: Db,
  viewer: PhotoViewer,
  parts: readonly LikedPart[],
): Promise<(parts: readonly LikedPart[]) => ShownPart[]> {
  if (parts.length === 0) return () => []
  const [photos, answers] = await Promise.all([
    photosOf(db, viewer, viewer.id),
    answersOf(db, viewer.id),
  ])
  const shown = ({ photo, prompt }: LikedPart): ShownPart[] => {
    const picture = photos.find(({ id }) => id === photo)
    if (picture) return [{ kind: 'photo', id: photo, picture }]
    const found = answers.find(({ id }) => id === prompt)
    return found
      ? [{ kind: 'prompt', id: prompt, question: found.question, answer: found.answer }]
      : []
  }
  return (some) => some.flatMap(shown)
}
