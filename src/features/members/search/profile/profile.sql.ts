import { sql } from 'kysely'
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres'
import type { Scope } from '#api/member.server.ts'
import { factsColumn, identityColumn } from '#core/people/edit/edit-profile.sql.ts'
import { profileColumns } from '#core/people/edit/own-profile.sql.ts'
import { answersInOrder } from '#core/people/prompts/prompts.sql.ts'
import { knownTo } from '#core/people/shown-to/visible.sql.ts'
import { stayOn } from '#core/people/shown-to/visiting.sql.ts'
import { dayOf } from '#core/people/shown-to/visiting.ts'
import { compiledOnce } from '#db/compiled-once.ts'
import type { Db } from '#db/connection.server.ts'
import { isLikedBy, isMatchOf, likesViewer } from '#members/likes/likes.sql.ts'
import { partnersShown } from '#members/likes/partners.sql.ts'
import { partsLiked } from '#members/likes/parts.sql.ts'
import { isPassedBy } from '#members/likes/passes.sql.ts'
import { isOpenTo } from '#members/messages/messages.sql.ts'
import { photosToAskFor } from '#members/photos/access/access.sql.ts'
import { photosInOrder } from '#members/photos/photos.sql.ts'
import { hasRevealedLocation } from '#money/credits/location-reveals.sql.ts'

type Given = { viewerId: number; brandId: string; memberId: number; at: Date; today: string }

/** All that the page shows of a member, in one statement. */
const profileOf = compiledOnce((db, { viewerId, brandId, memberId, at, today }: Given) => {
  // The queries need no more of their scope.
  const scope = { member: { id: viewerId }, brand: { id: brandId } } as Scope
  const id = sql.ref<number>('people.account_id')
  return knownTo(db, scope)
    .select([
      ...profileColumns,
      'username',
      isLikedBy(scope, id).as('isLiked'),
      isPassedBy(scope, id).as('isPassed'),
      likesViewer(scope, id).as('likesYou'),
      isMatchOf(scope, id).as('isMatch'),
      isOpenTo(viewerId, id).as('isOpen'),
      hasRevealedLocation(viewerId, id).as('isLocationRevealed'),
      factsColumn(memberId).as('facts'),
      factsColumn(viewerId).as('ownFacts'),
      identityColumn(memberId).as('identity'),
      'paused_at as pausedAt',
      'only_liked_at as onlyLikedAt',
      jsonArrayFrom(partnersShown(db as Db, scope, memberId)).as('partners'),
      jsonArrayFrom(answersInOrder(db, sql`${memberId}::bigint`)).as('prompts'),
      partsLiked(sql`${viewerId}::bigint`, id).as('likedParts'),
      partsLiked(id, sql`${viewerId}::bigint`).as('likedOfViewer'),
      jsonObjectFrom(stayOn(db, today, id)).as('stay'),
      jsonArrayFrom(
        photosInOrder(db, { id: viewerId, at }, memberId).select([
          'card_key',
          'card_width',
          'card_height',
          'card_placeholder',
        ]),
      ).as('photos'),
      jsonObjectFrom(photosToAskFor(db, { id: viewerId, at }, memberId))
        .$notNull()
        .as('askable'),
      jsonObjectFrom(photosToAskFor(db, { id: memberId, at }, viewerId))
        .$notNull()
        .as('ownPhotos'),
    ])
    .where('account_id', '=', memberId)
})

/** Undefined if the viewer may not see the member. */
export async function visibleProfile(db: Db, { member, brand, at }: Scope, memberId: number) {
  const [row] = await profileOf(db, {
    viewerId: member.id,
    brandId: brand.id,
    memberId,
    at,
    today: dayOf(at),
  })
  return row
}
