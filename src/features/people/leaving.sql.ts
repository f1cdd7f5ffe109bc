import { sql } from 'kysely'
import { type Collection, inPages } from '../../api/collections.server.ts'
import { type Erasure, erased } from '../../api/erasure.server.ts'

/** What happens to profiles when an account is erased. */
export const peopleErasures: readonly Erasure[] = [
  erased('updates', ['account_id'], 'what one tells of oneself goes with the profile'),
  erased('profiles', ['account_id'], 'the consent to show it has ended'),
]

export const peopleCollections: readonly Collection[] = [
  {
    name: 'profile',
    title: 'Your profile',
    async *rows(db, accountId) {
      yield* await db
        .selectFrom('profiles')
        .select([
          'gender',
          'looking_for as lookingFor',
          'birthday',
          'birthday_corrected_at as birthdayCorrected',
          'headline',
          'about',
          sql<string>`facts::text`.as('facts'),
          'wished_age_from as wishedAgeFrom',
          'wished_age_to as wishedAgeTo',
          'wished_km as wishedKilometres',
          'country',
          'region',
          'place_name as place',
          'latitude as cellLatitude',
          'longitude as cellLongitude',
          'shown_on_other_brands as shownOnSisterSites',
          'safe_mode as safeMode',
          'paused_at as pausedSince',
          'last_seen_at as lastSeen',
        ])
        .where('account_id', '=', accountId)
        .execute()
    },
  },
  {
    name: 'updates',
    title: 'Your updates',
    rows: (db, accountId) =>
      inPages((after, most) =>
        db
          .selectFrom('updates')
          .select(['id as key', 'created_at as at', 'body as text'])
          .where('account_id', '=', accountId)
          .where('id', '>', after)
          .orderBy('id')
          .limit(sql.lit(most))
          .execute(),
      ),
  },
]
