import { sql } from 'kysely'
import { type Collection, rowsBy, ownRows } from '#api/collections.server.ts'
import { withNames } from '#core/accounts/names.sql.ts'
import { partsLiked } from './parts.sql.ts'

export const matchingCollections: readonly Collection[] = [
  {
    name: 'likes',
    title: 'Whom you like',
    rows: ownRows(
      'likes',
      [
        'liked_id as key',
        'liked_id as otherId',
        'created_at as at',
        partsLiked(sql.ref('likes.liker_id'), sql.ref('likes.liked_id')).as('parts'),
      ],
      {
        owner: 'liker_id',
        tell: (db, page) =>
          withNames(
            db,
            page.map((row) => ({
              ...row,
              parts: row.parts.map(({ photo, prompt }) =>
                photo > 0 ? `photo ${photo}` : `answer ${prompt}`,
              ),
            })),
          ),
      },
    ),
  },
  {
    name: 'likes-received',
    title: 'Likes that you got (who gave them is theirs to tell)',
    rows: ownRows('likes', ['liker_id as key', 'created_at as at'], { owner: 'liked_id' }),
  },
  {
    name: 'passes',
    title: 'Whom you do not want to be shown',
    rows: ownRows('passes', ['passed_id as key', 'passed_id as otherId', 'created_at as at'], {
      owner: 'passer_id',
      tell: withNames,
    }),
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
