import { sql } from 'kysely'
import { type Collection, rowsBy } from '../../../api/collections.server.ts'
import { withNames } from '../../core/accounts/names.sql.ts'
import { partsLiked } from './parts.sql.ts'

export const matchingCollections: readonly Collection[] = [
  {
    name: 'likes',
    title: 'Whom you like',
    rows: rowsBy(
      'liked_id',
      (db, accountId) =>
        db
          .selectFrom('likes')
          .select([
            'liked_id as key',
            'liked_id as otherId',
            'created_at as at',
            partsLiked(sql.ref('likes.liker_id'), sql.ref('likes.liked_id')).as('parts'),
          ])
          .where('liker_id', '=', accountId),
      (db, page) =>
        withNames(
          db,
          page.map((row) => ({
            ...row,
            parts: row.parts.map(({ photo, prompt }) =>
              photo > 0 ? `photo ${photo}` : `answer ${prompt}`,
            ),
          })),
        ),
    ),
  },
  {
    name: 'likes-received',
    title: 'Likes that you got (who gave them is theirs to tell)',
    rows: rowsBy('liker_id', (db, accountId) =>
      db
        .selectFrom('likes')
        .select(['liker_id as key', 'created_at as at'])
        .where('liked_id', '=', accountId),
    ),
  },
  {
    name: 'passes',
    title: 'Whom you do not want to be shown',
    rows: rowsBy(
      'passed_id',
      (db, accountId) =>
        db
          .selectFrom('passes')
          .select(['passed_id as key', 'passed_id as otherId', 'created_at as at'])
          .where('passer_id', '=', accountId),
      withNames,
    ),
  },
  {
    name: 'matches',
    title: 'Your matches',
    rows: rowsBy(
      'otherId',
      (db, accountId) => {
        const mine = db
          .selectFrom('matches')
          .select(['high_id as otherId', 'created_at as at'])
          .where('low_id', '=', accountId)
          .unionAll(
            db
              .selectFrom('matches')
              .select(['low_id as otherId', 'created_at as at'])
              .where('high_id', '=', accountId),
          )
          .as('mine')
        return db.selectFrom(mine).select(['otherId as key', 'otherId', 'at'])
      },
      withNames,
    ),
  },
  {
    name: 'partners',
    title: 'Partners with whom you are linked, and whom you have invited',
    rows: rowsBy(
      'otherId',
      (db, accountId) => {
        // Whether an invitation was declined is the other's to tell.
        const mine = db
          .selectFrom('partner_links')
          .select(['invitee_id as otherId', 'invited_at as invited', 'accepted_at as linked'])
          .where('inviter_id', '=', accountId)
          .unionAll(
            db
              .selectFrom('partner_links')
              .select(['inviter_id as otherId', 'invited_at as invited', 'accepted_at as linked'])
              .where('invitee_id', '=', accountId),
          )
          .as('mine')
        return db.selectFrom(mine).select(['otherId as key', 'otherId', 'invited', 'linked'])
      },
      withNames,
    ),
  },
]
