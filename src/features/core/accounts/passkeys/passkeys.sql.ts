import { sql } from 'kysely'
import type { OwnCount } from '#api/own-counts.server.ts'
import type { Db, Trx } from '#db/connection.server.ts'
import { deleteSome } from '#db/delete-some.server.ts'

export type Passkey = {
  id: number
  name: string
  brand: string
  createdAt: Date
  lastUsedAt: Date | null
}

export async function passkeysOf(db: Db, accountId: number): Promise<Passkey[]> {
  return db
    .selectFrom('passkeys')
    .select(['id', 'name', 'brand', 'created_at as createdAt', 'last_used_at as lastUsedAt'])
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

export const passkeyCount: OwnCount = {
  name: 'passkeys',
  rows: (db, { accountId }) =>
    db.selectFrom('passkeys').select('id').where('account_id', '=', accountId),
}

export type Credential = { credentialId: Uint8Array; transports: string[] }

/** What a browser needs to recognise an account's passkeys of one brand. */
export async function credentialsOf(
  db: Db,
  accountId: number,
  brand: string,
): Promise<Credential[]> {
  return db
    .selectFrom('passkeys')
    .select(['credential_id as credentialId', 'transports'])
    .where('account_id', '=', accountId)
    .where('brand', '=', brand)
    .orderBy('id')
    .execute()
}

/** Counted under the account's lock. */
export async function countPasskeys(trx: Trx, accountId: number): Promise<number> {
  const { count } = await trx
    .selectFrom('passkeys')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  return count
}

type NewPasskey = {
  accountId: number
  brand: string
  credentialId: Uint8Array
  publicKey: Uint8Array
  userHandle: Uint8Array
  signCount: number
  transports: readonly string[]
  name: string
  at: Date
}

/** False if the brand has a passkey of this id. */
export async function insertPasskey(trx: Trx, passkey: NewPasskey): Promise<boolean> {
  const made = await trx
    .insertInto('passkeys')
    .values({
      account_id: passkey.accountId,
      brand: passkey.brand,
      credential_id: passkey.credentialId,
      public_key: passkey.publicKey,
      user_handle: passkey.userHandle,
      sign_count: passkey.signCount,
      transports: [...passkey.transports],
      name: passkey.name,
      created_at: passkey.at,
      last_used_at: null,
    })
    .onConflict((conflict) => conflict.columns(['brand', 'credential_id']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return made !== undefined
}

export async function setPasskeyName(
  db: Db,
  accountId: number,
  id: number,
  name: string,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('passkeys')
    .set({ name })
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * Deletes one passkey of an account, or all; returns the names of the deleted, the first that was
 * added first.
 */
export async function deletePasskeys(
  trx: Trx,
  accountId: number,
  id: number | 'all',
): Promise<string[]> {
  const all = trx.deleteFrom('passkeys').where('account_id', '=', accountId)
  const rows = await (id === 'all' ? all : all.where('id', '=', id))
    .returning(['id', 'name'])
    .execute()
  return rows.toSorted((a, b) => a.id - b.id).map(({ name }) => name)
}

export type PasskeyOwner = {
  id: number
  accountId: number
  publicKey: Uint8Array
  signCount: number
  userHandle: Uint8Array
  bannedAt: Date | null
  deletedAt: Date | null
}

/**
 * The passkey of a credential's id on a brand; like sign-in, it knows a deleted account as long as
 * that can come back.
 */
export async function passkeyByCredential(
  db: Db,
  brand: string,
  credentialId: Uint8Array,
): Promise<PasskeyOwner | undefined> {
  return db
    .selectFrom('passkeys')
    .innerJoin('accounts', 'accounts.id', 'passkeys.account_id')
    .leftJoin('departures', 'departures.account_id', 'accounts.id')
    .select([
      'passkeys.id',
      'passkeys.account_id as accountId',
      'passkeys.public_key as publicKey',
      'passkeys.sign_count as signCount',
      'passkeys.user_handle as userHandle',
      'accounts.banned_at as bannedAt',
      'accounts.deleted_at as deletedAt',
    ])
    .where('passkeys.brand', '=', brand)
    .where('passkeys.credential_id', '=', credentialId)
    .where((eb) =>
      eb.or([
        eb('accounts.deleted_at', 'is', null),
        eb.and([eb('asked_at', 'is not', null), eb('erasing_at', 'is', null)]),
      ]),
    )
    .executeTakeFirst()
}

/**
 * False if another use has counted as far: then two devices have the same key, and one of them
 * copied it.
 */
export async function recordUse(db: Db, id: number, signCount: number, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('passkeys')
    .set({ sign_count: signCount, last_used_at: at })
    .where('id', '=', id)
    .where((eb) =>
      eb.or([
        eb('sign_count', '<', signCount),
        eb.and([eb('sign_count', '=', 0), eb.val(signCount === 0)]),
      ]),
    )
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

type ChallengePurpose = 'add' | 'signIn' | 'unlock' | 'prove'
export type ChallengeHolder = { holderHash: Uint8Array; purpose: ChallengePurpose; brand: string }

/** Takes the place of the holder's former challenge of this purpose. */
export async function putChallenge(
  db: Db,
  { holderHash, purpose, brand }: ChallengeHolder,
  challenge: Uint8Array,
  expiresAt: Date,
): Promise<void> {
  const values = { brand, challenge, expires_at: expiresAt }
  await db
    .insertInto('passkey_challenges')
    .values({ holder_hash: holderHash, purpose, ...values })
    .onConflict((conflict) => conflict.columns(['holder_hash', 'purpose']).doUpdateSet(values))
    .execute()
}

/** Null if there is none or it is too old. Of parallel takers, one gets it. */
export async function takeChallenge(
  db: Db,
  { holderHash, purpose, brand }: ChallengeHolder,
  at: Date,
): Promise<Uint8Array | null> {
  const taken = await db
    .deleteFrom('passkey_challenges')
    .where('holder_hash', '=', holderHash)
    .where('purpose', '=', purpose)
    .where('brand', '=', brand)
    .returning(['challenge', 'expires_at as expiresAt'])
    .executeTakeFirst()
  return taken && taken.expiresAt > at ? taken.challenge : null
}

export function sweepChallenges(db: Db, at: Date, most: number): Promise<number> {
  return deleteSome(db, 'passkey_challenges', sql.ref('expires_at'), at, most)
}
