import { sql } from 'kysely'
import type { Scope } from '../../api/session.server.ts'
import type { Db } from '../../db/connection.server.ts'
import { rowsOf } from '../../db/rows-of.ts'
import { isLikedBy } from '../matching/likes.sql.ts'
import { listedTo } from '../people/visible.sql.ts'
import type { PhotoViewer, PictureRow } from '../photos/addresses.server.ts'
import { cardPhoto } from '../photos/photos.sql.ts'

export async function peopleForCards(db: Db, scope: Scope, viewer: PhotoViewer, memberIds: readonly number[]) {
  const id = sql.ref<number>('people.id')
  // The limit forces one index lookup per person; without it the planner sometimes scans all profiles.
  const person = listedTo(db, scope)
    .select([
      'account_id as id',
      'username',
      'birthday',
      'gender',
      'place_name as placeName',
      'region',
      'latitude',
      'longitude',
      'headline',
      'last_seen_at as lastSeenAt',
      'created_at as joinedAt',
    ])
    .where('account_id', '=', sql<number>`wanted.value::bigint`)
    .limit(sql.lit(1))
  return db
    .selectFrom(rowsOf(memberIds).as('wanted'))
    .innerJoinLateral(person.as('people'), (join) => join.onTrue())
    .leftJoinLateral(cardPhoto(db, viewer, id).as('photo'), (join) => join.onTrue())
    .select([
      'people.id',
      'people.username',
      'people.birthday',
      'people.gender',
      'people.placeName',
      'people.region',
      'people.latitude',
      'people.longitude',
      'people.headline',
      'people.lastSeenAt',
      'people.joinedAt',
      isLikedBy(scope, id).as('isLiked'),
      sql<PictureRow | null>`to_json(photo)`.as('photo'),
    ])
    .execute()
}
