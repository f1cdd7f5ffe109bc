import { sql } from 'kysely'
import type { Library } from '../content/library.ts'
import type { Trx } from '../db/connection.server.ts'
import { usernameColumns } from '../features/core/accounts/usernames/usernames.sql.ts'
import { sizeAt, WIDTHS } from '../features/core/people/pictures/pictures.ts'
import { dayOf } from '../features/core/people/shown-to/visiting.ts'
import { DAY, later } from '../lib/clock.ts'
import { foldAddress } from '../lib/folding.ts'
import { AVATAR_SIZE, avatarThumbhash } from './avatars.ts'
import { insertRows } from './insert.server.ts'
import type { DemoPerson } from './people.ts'

/** The domain of demo members' addresses: reserved (RFC 2606), so that no mail reaches anybody. */
export const DEMO_DOMAIN = 'demo.example'

function addressOf({ username }: DemoPerson): string {
  return foldAddress(`${username}@${DEMO_DOMAIN}`)
}

type Context = { now: Date; passwordHash: string; texts: Library }

/** One in so many shows a visit, for so many days. */
const VISITOR_EVERY = 60
const VISIT_DAYS = 20

/** Writes accounts with their profiles, photos and updates, of which staff have none. */
export async function writePeople(
  trx: Trx,
  everybody: readonly DemoPerson[],
  { now, passwordHash, texts }: Context,
): Promise<void> {
  const people = everybody.filter(({ staffSince }) => staffSince === null)
  await insertRows(
    trx,
    'accounts',
    {
      id: 'bigint',
      brand: 'text',
      username: 'text',
      username_key: 'text',
      username_look: 'text',
      email: 'text',
      email_key: 'text',
      password_hash: 'text',
      email_confirmed_at: 'timestamptz',
      sensitive_data_accepted_at: 'timestamptz',
      owns_email: 'boolean',
      premium_until: 'timestamptz',
      first_premium_at: 'timestamptz',
      full_page_ad_due_at: 'timestamptz',
      staff_since: 'timestamptz',
      created_at: 'timestamptz',
    },
    everybody.map((person) => ({
      id: person.id,
      brand: person.brand.id,
      ...usernameColumns(person.username),
      email: addressOf(person),
      email_key: addressOf(person),
      password_hash: passwordHash,
      email_confirmed_at: person.joinedAt,
      sensitive_data_accepted_at: person.staffSince === null ? person.joinedAt : null,
      owns_email: true,
      premium_until: person.brand.billing.model === 'partner' ? null : person.premiumUntil,
      first_premium_at: person.brand.billing.model === 'partner' ? null : person.firstPremiumAt,
      // A demo begins on the dashboard, not with an ad.
      full_page_ad_due_at: later(person.lastSeenAt, 7 * DAY),
      staff_since: person.staffSince,
      created_at: person.joinedAt,
    })),
  )
  await insertRows(
    trx,
    'terms_acceptances',
    { account_id: 'bigint', brand: 'text', version: 'text', accepted_at: 'timestamptz' },
    people.map((person) => ({
      account_id: person.id,
      brand: person.brand.id,
      version: texts.termsVersion(person.brand),
      accepted_at: person.joinedAt,
    })),
  )
  await insertRows(
    trx,
    'partner_access',
    {
      account_id: 'bigint',
      brand: 'text',
      reference: 'text',
      granted_at: 'timestamptz',
      until: 'timestamptz',
      created_at: 'timestamptz',
    },
    people
      .filter(
        ({ brand, firstPremiumAt }) => brand.billing.model === 'partner' && firstPremiumAt !== null,
      )
      .map(({ id, brand, premiumUntil, firstPremiumAt }) => ({
        account_id: id,
        brand: brand.id,
        reference: `demo-${brand.id}-${id}`,
        granted_at: firstPremiumAt,
        until: premiumUntil,
        created_at: firstPremiumAt,
      })),
  )
  await insertRows(
    trx,
    'profiles',
    {
      account_id: 'bigint',
      brand: 'text',
      gender: 'text',
      looking_for: 'text[]',
      birthday: 'date',
      country: 'text',
      place_id: 'integer',
      place_name: 'text',
      region: 'text',
      latitude: 'real',
      longitude: 'real',
      headline: 'text',
      about: 'text',
      shown_on_other_brands: 'boolean',
      safe_mode: 'boolean',
      wished_age_from: 'smallint',
      wished_age_to: 'smallint',
      wished_km: 'smallint',
      identity: 'jsonb',
      has_photo: 'boolean',
      last_seen_at: 'timestamptz',
      created_at: 'timestamptz',
    },
    people.map((person) => ({
      account_id: person.id,
      brand: person.brand.id,
      gender: person.gender,
      looking_for: person.lookingFor,
      birthday: person.birthday,
      ...person.place,
      headline: person.headline,
      about: person.about,
      shown_on_other_brands: person.isShownOnOtherBrands,
      safe_mode: person.isSafe,
      wished_age_from: person.wishes?.ageFrom ?? null,
      wished_age_to: person.wishes?.ageTo ?? null,
      wished_km: person.wishes?.km ?? null,
      identity: person.identity,
      has_photo: person.photos.some((photo) => !photo.isPrivate),
      last_seen_at: person.lastSeenAt,
      created_at: person.joinedAt,
    })),
  )
  await insertRows(
    trx,
    'prompt_answers',
    {
      account_id: 'bigint',
      position: 'smallint',
      brand: 'text',
      prompt: 'text',
      question: 'text',
      answer: 'text',
      created_at: 'timestamptz',
    },
    people.flatMap(({ id, brand, answers, joinedAt }) =>
      brand.prompts
        .filter(({ key }) => answers[key] !== undefined)
        .map(({ key, question }, index) => ({
          account_id: id,
          position: index + 1,
          brand: brand.id,
          prompt: key,
          question,
          answer: answers[key] ?? '',
          created_at: joinedAt,
        })),
    ),
  )
  await insertRows(
    trx,
    'stays',
    {
      account_id: 'bigint',
      country: 'text',
      place_id: 'integer',
      place_name: 'text',
      region: 'text',
      latitude: 'real',
      longitude: 'real',
      from_day: 'date',
      until_day: 'date',
      created_at: 'timestamptz',
    },
    people.flatMap((person, index) => {
      // Each visits where somebody else of the batch lives.
      const host = people[(index * 7 + 3) % people.length]
      if (person.id % VISITOR_EVERY !== 0 || !host) return []
      const days = { from_day: dayOf(now), until_day: dayOf(later(now, VISIT_DAYS * DAY)) }
      return [{ account_id: person.id, ...host.place, ...days, created_at: now }]
    }),
  )
  const size = sizeAt(AVATAR_SIZE, WIDTHS[2])
  await insertRows(
    trx,
    'photos',
    {
      account_id: 'bigint',
      key: 'text',
      width: 'integer',
      height: 'integer',
      placeholder: 'text',
      description: 'text',
      is_private: 'boolean',
      is_primary: 'boolean',
      approved_at: 'timestamptz',
      created_at: 'timestamptz',
    },
    people.flatMap((person) =>
      person.photos.map((photo) => ({
        account_id: person.id,
        key: photo.key,
        ...size,
        placeholder: avatarThumbhash(photo.key),
        description: photo.description,
        is_private: photo.isPrivate,
        is_primary: photo.isPrimary,
        approved_at: photo.at,
        // A drawn photo has nothing that a list could know.
        created_at: photo.at,
      })),
    ),
  )
  await insertRows(
    trx,
    'updates',
    { account_id: 'bigint', body: 'text', created_at: 'timestamptz' },
    people.flatMap((person) =>
      person.updates.map(({ body, at }) => ({ account_id: person.id, body, created_at: at })),
    ),
  )
}

/** Of those whom everybody can see, one in eight has had the main photo checked. */
const CHECKED = { oneIn: 8, after: '2 days' }

/** For all at once: each statement reads the whole tables. */
export async function markChecked(trx: Trx): Promise<void> {
  await sql`
    update profiles set verified_at = photos.approved_at + ${CHECKED.after}::interval, verified_photo_id = photos.id
    from photos
    where photos.account_id = profiles.account_id and photos.is_primary and profiles.account_id % ${CHECKED.oneIn} = 3`.execute(
    trx,
  )
}
