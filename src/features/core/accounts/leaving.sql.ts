import { allRows, type Collection } from '#api/collections.server.ts'
import { DAYS_A_YEAR, type Erasings } from '#api/erasure.server.ts'
import { allSwitches } from '#api/switches.ts'
import { emptyAccount, sweepDepartures } from './standing/departures.sql.ts'

export const accountErasures: Erasings = {
  departures: {
    kept: {
      retention: {
        what: 'That an account was erased, and when, by number',
        why: 'so that we can show that we did it',
        howLong: 'three years',
        days: 3 * DAYS_A_YEAR,
      },
      sweep: sweepDepartures,
    },
  },
  accounts: {
    // The last step: until it is done, everything before it is repeated.
    async empty({ db, clock }, accountId) {
      const isFirst = await db
        .transaction()
        .execute((trx) => emptyAccount(trx, accountId, clock.now()))
      return isFirst ? 1 : 0
    },
  },
}

export const accountCollections: readonly Collection[] = [
  {
    name: 'account',
    title: 'Your account',
    rows: allRows((db, accountId) =>
      db
        .selectFrom('accounts')
        .select([
          'id as number',
          'username',
          'email',
          'brand as joinedOn',
          'created_at as joined',
          'email_confirmed_at as addressConfirmed',
          'sensitive_data_accepted_at as sensitiveDataAccepted',
          'marketing_accepted_at as newsAccepted',
          'sharing_accepted_at as sharingAccepted',
          'signup_ip as joinedFromAddress',
          'affiliate_id as partner',
          'subid as link',
          'campaign_id as campaign',
          'source as sentBy',
          'premium_until as premiumUntil',
          'first_premium_at as firstPremium',
          ...allSwitches,
          'lock_after_minutes as lockAfterMinutes',
          'locale as languageOfDates',
          'theme',
          'distance_unit as distanceUnit',
          'username_changed_at as usernameChanged',
        ])
        .where('id', '=', accountId),
    ),
  },
  {
    name: 'former-usernames',
    title: 'Usernames that you had before',
    rows: allRows((db, accountId) =>
      db
        .selectFrom('former_usernames')
        .select(['username_key as username', 'given_up_at as until'])
        .where('account_id', '=', accountId)
        .orderBy('given_up_at')
        .orderBy('username_key'),
    ),
  },
  {
    name: 'devices',
    title: 'Devices on which you have signed in',
    // The cookie of a device is stored only as a hash, which says nothing.
    rows: allRows((db, accountId) =>
      db
        .selectFrom('known_devices')
        .select('seen_at as lastSignIn')
        .where('account_id', '=', accountId)
        .orderBy('seen_at'),
    ),
  },
  {
    name: 'passkeys',
    title: 'Your passkeys',
    rows: allRows((db, accountId) =>
      db
        .selectFrom('passkeys')
        .select([
          'name',
          'brand as site',
          'created_at as added',
          'last_used_at as lastUsed',
          'sign_count as signatures',
        ])
        .where('account_id', '=', accountId)
        .orderBy('created_at')
        .orderBy('id'),
    ),
  },
]
