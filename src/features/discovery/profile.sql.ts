import { sql } from 'kysely'
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres'
import type { Scope } from '../../api/session.server.ts'
import { compiledOnce } from '../../db/compiled-once.ts'
import type { Db } from '../../db/connection.server.ts'
import { isLikedBy, isMatchOf, likesViewer } from '../matching/likes.sql.ts'
import { factsColumn } from '../people/edit-profile.sql.ts'
import { profileColumns } from '../people/own-profile.sql.ts'
import { knownTo } from '../people/visible.sql.ts'
import { photosToAskFor } from '../photos/access.sql.ts'
import { photosInOrder } from '../photos/photos.sql.ts'

type Given = { viewerId: number; brandId: string; memberId: number }

/** All that the page shows of a member, in one statement. */
const profileOf = compiledOnce((db, { viewerId, brandId, memberId }: Given) => {
  // The queries need no more of their scope.
  const scope = { member: { id: viewerId }, brand: { id: brandId } } as Scope
  const id = sql.ref<number>('people.account_id')
  return knownTo(db, scope)
    .select([
      ...profileColumns,
      'username',
      'is_support as isSupport',
      isLikedBy(scope, id).as('isLiked'),
      likesViewer(scope, id).as('likesYou'),
      isMatchOf(scope, id).as('isMatch'),
      factsColumn(memberId).as('facts'),
      jsonArrayFrom(photosInOrder(db, { id: viewerId }, memberId)).as('photos'),
      jsonObjectFrom(photosToAskFor(db, viewerId, memberId))
        .$notNull()
        .as('askable'),
    ])
    .where('account_id', '=', memberId)
})

/** Undefined if the viewer may not see the member. */
export async function visibleProfile(db: Db, { member, brand }: Scope, memberId: number) {
  const [row] = await profileOf(db, { viewerId: member.id, brandId: brand.id, memberId })
  return row
}
