import { type RawBuilder, sql } from 'kysely'
import type { Db, Trx } from '#db/connection.server.ts'
import type { Gender } from '#sites/genders.ts'
import type { ClassifierName, Facts } from '../classifiers.ts'
import type { Identity } from '../identity.ts'

export async function profileToEdit(db: Db | Trx, accountId: number) {
  return db
    .selectFrom('profiles')
    .select([
      'headline',
      'about',
      'birthday',
      'gender',
      'looking_for as lookingFor',
      'wished_age_from as ageFrom',
      'wished_age_to as ageTo',
      'wished_km as distance',
      'facts',
      'identity',
    ])
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
}

/** Undefined for an account of staff, which has none. */
export async function profileForStaff(db: Db, accountId: number) {
  return db
    .selectFrom('profiles')
    .select(['headline', 'about', 'birthday', 'gender'])
    .where('account_id', '=', accountId)
    .executeTakeFirst()
}

export async function factsAndIdentityOf(
  db: Db,
  accountId: number,
): Promise<{ facts: Facts; identity: Identity }> {
  return db
    .selectFrom('profiles')
    .select(['facts', 'identity'])
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
}

/** The facts of a member as a column of another statement. */
export function factsColumn(accountId: number): RawBuilder<Facts> {
  return sql`(select facts from profiles where account_id = ${accountId})`
}

/** `facts`: what is said of the classifiers in `names`. */
export async function saveFacts(
  db: Db,
  accountId: number,
  names: readonly ClassifierName[],
  facts: Facts,
): Promise<void> {
  await db
    .updateTable('profiles')
    .set({ facts: sql`facts - ${[...names]}::text[] || ${JSON.stringify(facts)}::jsonb` })
    .where('account_id', '=', accountId)
    .execute()
}

/** How a member says who they are, as a column of another statement. */
export function identityColumn(accountId: number): RawBuilder<Identity> {
  return sql`(select identity from profiles where account_id = ${accountId})`
}

export async function saveIdentity(
  db: Db,
  accountId: number,
  { words, ownWord, pronouns, ownPronouns }: Identity,
): Promise<void> {
  await db
    .updateTable('profiles')
    .set({ identity: JSON.stringify({ words, ownWord, pronouns, ownPronouns }) })
    .where('account_id', '=', accountId)
    .execute()
}

type Wishes = {
  lookingFor: readonly Gender[]
  ageFrom: number | null
  ageTo: number | null
  distance: number | null
}

export async function saveWishes(
  db: Db,
  accountId: number,
  { lookingFor, ageFrom, ageTo, distance }: Wishes,
): Promise<void> {
  await db
    .updateTable('profiles')
    .set({
      looking_for: [...lookingFor],
      wished_age_from: ageFrom,
      wished_age_to: ageTo,
      wished_km: distance,
    })
    .where('account_id', '=', accountId)
    .execute()
}
