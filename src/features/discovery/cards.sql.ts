import { sql } from 'kysely'
import type { Scope } from '../../api/session.server.ts'
import type { Db } from '../../db/connection.server.ts'
import { isLikedBy } from '../matching/likes.sql.ts'
import { visibleTo } from '../people/visible.sql.ts'
import type { PhotoViewer, PictureRow } from '../photos/addresses.server.ts'
import { cardPhoto } from '../photos/photos.sql.ts'

export async function peopleForCards(db: Db, scope: Scope, viewer: PhotoViewer, memberIds: readonly number[]) {
  const id = sql.ref<number>('people.account_id')
  return visibleTo(db, scope)
    .leftJoinLateral(cardPhoto(db, viewer, id).as('photo'), (join) => join.onTrue())
    .select([
      'people.account_id as id',
      'people.username',
      'people.is_support as isSupport',
      'people.birthday',
      'people.gender',
      'people.place_name as placeName',
      'people.region',
      'people.latitude',
      'people.longitude',
      'people.headline',
      'people.last_seen_at as lastSeenAt',
      'people.created_at as joinedAt',
      isLikedBy(scope, id).as('isLiked'),
      sql<PictureRow | null>`to_json(photo)`.as('photo'),
    ])
    .where(sql<boolean>`people.account_id = any(${memberIds})`)
    .execute()
}
