import { sql } from 'kysely'
import { allRows, type Collection } from '#api/collections.server.ts'

export const peopleCollections: readonly Collection[] = [
  {
    name: 'travels',
    title: 'Where you are on a visit, or will be',
    rows: allRows((db, accountId) =>
      db
        .selectFrom('stays')
        .select([
          'country',
          'region',
          'place_name as place',
          'latitude as cellLatitude',
          'longitude as cellLongitude',
          'from_day as from',
          'until_day as until',
        ])
        .where('account_id', '=', accountId),
    ),
  },
  {
    name: 'profile',
    title: 'Your profile',
    rows: allRows((db, accountId) =>
      db
        .selectFrom('profiles')
        .select([
          'gender',
          'looking_for as lookingFor',
          'birthday',
          'birthday_corrected_at as birthdayCorrected',
          'headline',
          'about',
          sql<string>`facts::text`.as('facts'),
          sql<string>`identity::text`.as('genderAndPronouns'),
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
          'only_liked_at as shownOnlyToThoseYouLikeSince',
          'hint_hidden_at as hintHiddenSince',
          'last_seen_at as lastSeen',
        ])
        .where('account_id', '=', accountId),
    ),
  },
  {
    name: 'answers',
    title: 'Your answers to the questions of our sites',
    rows: allRows((db, accountId) =>
      db
        .selectFrom('prompt_answers')
        .select(['brand', 'question', 'answer', 'created_at as answered'])
        .where('account_id', '=', accountId)
        .orderBy('position'),
    ),
  },
]
