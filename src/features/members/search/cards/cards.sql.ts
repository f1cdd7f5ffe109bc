import { sql } from 'kysely'
import type { Scope } from '#api/member.server.ts'
import { isOfFew } from '#core/people/shown-to/shown-to.sql.ts'
import { listedTo } from '#core/people/shown-to/visible.sql.ts'
import { stayOn } from '#core/people/shown-to/visiting.sql.ts'
import { dayOf, type Stay } from '#core/people/shown-to/visiting.ts'
import { compiledOnce } from '#db/compiled-once.ts'
import type { Db } from '#db/connection.server.ts'
import { mostOf, rowsIn } from '#db/rows-of.ts'
import { isAmongLiked, isAmongLikers } from '#members/likes/likes.sql.ts'
import type { PictureRow } from '#members/photos/files/addresses.server.ts'
import { cardPhoto } from '#members/photos/photos.sql.ts'

type Given = { viewerId: number; brandId: string; memberIds: string; at: Date; today: string }

const people = compiledOnce(
  (db, { viewerId, brandId, memberIds, at, today }: Given, most: number) => {
    // The queries need no more of their scope.
    const scope = { member: { id: viewerId }, brand: { id: brandId } } as Scope
    const id = sql.ref<number>('people.id')
    // The limit forces one index lookup per person; without it the planner sometimes scans all
    // profiles.
    const person = listedTo(db, scope)
      .select([
        'account_id as id',
        'username',
        'birthday',
        'place_name as placeName',
        'latitude',
        'longitude',
        'headline',
        'last_seen_at as lastSeenAt',
        'created_at as joinedAt',
        'verified_at as verifiedAt',
        'visits_tile',
      ])
      .select(isOfFew().as('isOfFew'))
      .where('account_id', '=', sql<number>`wanted.value::bigint`)
      .limit(sql.lit(1))
    return db
      .selectFrom(rowsIn(memberIds, most).as('wanted'))
      .innerJoinLateral(person.as('people'), (join) => join.onTrue())
      .leftJoinLateral(
        cardPhoto(db, { id: viewerId, at }, id, sql.ref<boolean>('people.isOfFew')).as('photo'),
        (join) => join.onTrue(),
      )
      .leftJoinLateral(
        stayOn(db, today, id)
          .where(sql<boolean>`people.visits_tile is not null`)
          .as('stay'),
        (join) => join.onTrue(),
      )
      .select([
        'people.id',
        'people.username',
        'people.birthday',
        'people.placeName',
        'people.latitude',
        'people.longitude',
        'people.headline',
        'people.lastSeenAt',
        'people.joinedAt',
        'people.verifiedAt',
        isAmongLiked(scope, id, memberIds).as('isLiked'),
        isAmongLikers(scope, id, memberIds).as('likesBack'),
        sql<PictureRow | null>`to_json(photo)`.as('photo'),
        sql<Stay | null>`to_json(stay)`.as('stay'),
      ])
  },
)

export function peopleForCards(db: Db, { member, brand, at }: Scope, memberIds: readonly number[]) {
  return people(
    db,
    {
      viewerId: member.id,
      brandId: brand.id,
      at,
      today: dayOf(at),
      memberIds: JSON.stringify(memberIds),
    },
    mostOf(memberIds),
  )
}
