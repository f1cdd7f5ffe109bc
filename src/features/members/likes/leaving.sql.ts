import { sql } from 'kysely'
import { type Collection, inPages } from '../../../api/collections.server.ts'
import { withNames } from '../../core/accounts/names.sql.ts'
import { partsLiked } from './parts.sql.ts'

export const matchingCollections: readonly Collection[] = [
  {
    name: 'likes',
    title: 'Whom you like',
    rows: (db, accountId) =>
      inPages(async (after, most) => {
        const parts = partsLiked(sql.ref('likes.liker_id'), sql.ref('likes.liked_id')).as('parts')
        const rows = db
          .selectFrom('likes')
          .select(['liked_id as key', 'liked_id as otherId', 'created_at as at', parts])
        const page = await rows
          .where('liker_id', '=', accountId)
          .where('liked_id', '>', after)
          .orderBy('liked_id')
          .limit(most)
          .execute()
        return withNames(
          db,
          page.map((row) => ({
            ...row,
            parts: row.parts.map(({ photo, prompt }) =>
              photo > 0 ? `photo ${photo}` : `answer ${prompt}`,
            ),
          })),
        )
      }),
  },
  {
    name: 'likes-received',
    title: 'Likes that you got (who gave them is theirs to tell)',
    rows: (db, accountId) =>
      inPages((after, most) => {
        const rows = db.selectFrom('likes').select(['liker_id as key', 'created_at as at'])
        return rows
          .where('liked_id', '=', accountId)
          .where('liker_id', '>', after)
          .orderBy('liker_id')
          .limit(most)
          .execute()
      }),
  },
  {
    name: 'passes',
    title: 'Whom you do not want to be shown',
    rows: (db, accountId) =>
      inPages(async (after, most) =>
        withNames(
          db,
          await db
            .selectFrom('passes')
            .select(['passed_id as key', 'passed_id as otherId', 'created_at as at'])
            .where('passer_id', '=', accountId)
            .where('passed_id', '>', after)
            .orderBy('passed_id')
            .limit(most)
            .execute(),
        ),
      ),
  },
  {
    name: 'matches',
    title: 'Your matches',
    rows: (db, accountId) =>
      inPages(async (after, most) => {
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
        const rows = db.selectFrom(mine).select(['otherId as key', 'otherId', 'at'])
        return withNames(
          db,
          await rows.where('otherId', '>', after).orderBy('otherId').limit(most).execute(),
        )
      }),
  },
  {
    name: 'partners',
    title: 'Partners with whom you are linked, and whom you have invited',
    rows: (db, accountId) =>
      inPages(async (after, most) => {
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
        const rows = db.selectFrom(mine).select(['otherId as key', 'otherId', 'invited', 'linked'])
        return withNames(
          db,
          await rows.where('otherId', '>', after).orderBy('otherId').limit(most).execute(),
        )
      }),
  },
]
