import { sql } from 'kysely'
import { type Collection, ownRows } from '#api/collections.server.ts'
import type { Erasings } from '#api/erasure.server.ts'
import { withNames } from '#core/accounts/names.sql.ts'

/**
 * What happens to shared dates when an account is erased: its own links go, and from others' links
 * its name.
 */
export const meetingErasures: Erasings = {
  date_links: {
    async empty({ db }, accountId, most) {
      const { numAffectedRows } = await sql`
        update date_links set other_id = null
        where id = any(array(select id from date_links where other_id = ${accountId} limit ${sql.lit(most)}))`.execute(
        db,
      )
      return Number(numAffectedRows ?? 0)
    },
  },
}

export const meetingCollections: readonly Collection[] = [
  {
    name: 'shared-dates',
    title: 'Dates that you have shared by a link',
    rows: ownRows(
      'date_links',
      [
        'id as key',
        sql<number>`coalesce(other_id, 0)`.as('otherId'),
        'place',
        'meets_at as meetsAt',
        'note',
        'ends_at as endsAt',
        'created_at as at',
      ],
      { tell: withNames },
    ),
  },
]
