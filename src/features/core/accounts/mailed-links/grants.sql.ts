import { sql } from 'kysely'
import type { Db, Trx } from '#db/connection.server.ts'
import { deleteSome } from '#db/delete-some.server.ts'

/** Whose links lead to a page with one button; the others have pages of their own. */
export const pressedPurposes = ['confirmEmail', 'signIn', 'changeEmail'] as const
const linkPurposes = [...pressedPurposes, 'reset', 'keepAccount'] as const

/** What staff agreed to: the number of their act, and until when its page sends a new link. */
export type AddressOffer = { email: string; act: number; until: string }

/**
 * What a `changeEmail` grant changes: the new address, and the session that asked, which stays
 * signed in.
 */
export type EmailChange = { email: string; sessionId: number } | AddressOffer

export function offerIn(payload: Record<string, unknown>): AddressOffer | null {
  return 'act' in payload ? (payload as AddressOffer) : null
}

/**
 * `comeBack` is given by signing in to a deleted account: a cookie that allows to undo the
 * deletion.
 */
export type GrantPurpose = (typeof linkPurposes)[number] | 'comeBack'

/**
 * `done`: used by the act it is for; `replaced`: voided by a newer one, or by a change of the
 * account.
 */
export type LinkState = 'open' | 'done' | 'replaced' | 'old'

export type MailedLink = {
  purpose: (typeof linkPurposes)[number]
  state: LinkState
  account: {
    id: number
    username: string
    email: string
    ownsEmail: boolean
    emailConfirmedAt: Date | null
  }
  payload: Record<string, unknown>
}

/**
 * Voids the account's older grants of that purpose on this brand; those of other brands stay valid.
 */
export async function insertGrant(
  trx: Db | Trx,
  grant: {
    tokenHash: Uint8Array
    purpose: GrantPurpose
    accountId: number
    brand: string
    payload?: EmailChange
    at: Date
    expiresAt: Date
  },
): Promise<void> {
  await trx
    .updateTable('tokens')
    .set({ used_at: grant.at, voided_at: grant.at })
    .where('account_id', '=', grant.accountId)
    .where('purpose', '=', grant.purpose)
    .where('brand', '=', grant.brand)
    .where('used_at', 'is', null)
    .execute()
  await trx
    .insertInto('tokens')
    .values({
      token_hash: grant.tokenHash,
      purpose: grant.purpose,
      account_id: grant.accountId,
      brand: grant.brand,
      payload: JSON.stringify(grant.payload ?? {}),
      created_at: grant.at,
      expires_at: grant.expiresAt,
      used_at: null,
      voided_at: null,
    })
    .execute()
}

/** What a mailed link is for and whether it still works; changes nothing. */
export async function mailedLink(
  db: Db,
  tokenHash: Uint8Array,
  brand: string,
  at: Date,
): Promise<MailedLink | null> {
  const row = await db
    .selectFrom('tokens')
    .innerJoin('accounts', 'accounts.id', 'tokens.account_id')
    .select([
      'purpose',
      'payload',
      'expires_at as expiresAt',
      'used_at as usedAt',
      'voided_at as voidedAt',
      'accounts.id',
      'username',
      'email',
      'owns_email as ownsEmail',
      'email_confirmed_at as emailConfirmedAt',
    ])
    .where('token_hash', '=', tokenHash)
    .where('tokens.brand', '=', brand)
    .where('purpose', 'in', linkPurposes)
    .where('accounts.banned_at', 'is', null)
    .executeTakeFirst()
  if (!row) return null
  const { purpose, payload, expiresAt, usedAt, voidedAt, ...account } = row
  const state =
    voidedAt !== null ? 'replaced' : usedAt !== null ? 'done' : expiresAt > at ? 'open' : 'old'
  return { purpose: purpose as MailedLink['purpose'], state, account, payload }
}

/**
 * Locks the account of a grant, if any. The lock order is account first, then its grants, which
 * avoids deadlocks.
 */
export async function lockBearer(trx: Trx, tokenHash: Uint8Array): Promise<void> {
  await trx
    .selectFrom('accounts')
    .select('id')
    .where('id', '=', (eb) =>
      eb.selectFrom('tokens').select('account_id').where('token_hash', '=', tokenHash),
    )
    .forNoKeyUpdate()
    .execute()
}

/**
 * `openedAt`: when the link was opened, where it may be used a little later than it may be opened.
 */
export async function spendGrant<Purpose extends GrantPurpose>(
  trx: Trx,
  tokenHash: Uint8Array,
  brand: string,
  purposes: readonly Purpose[],
  at: Date,
  openedAt = at,
): Promise<{ accountId: number; purpose: Purpose; payload: Record<string, unknown> } | undefined> {
  const row = await trx
    .updateTable('tokens')
    .set({ used_at: at })
    .where('token_hash', '=', tokenHash)
    .where('brand', '=', brand)
    .where('purpose', 'in', purposes)
    .where('used_at', 'is', null)
    .where('expires_at', '>', openedAt)
    .returning(['account_id as accountId', 'purpose', 'payload'])
    .executeTakeFirst()
  return row && { accountId: row.accountId, purpose: row.purpose as Purpose, payload: row.payload }
}

/**
 * The new address that an account's latest valid grant would give it; null without one. What staff
 * offered is not shown: whoever is signed in may be somebody whom the owner has lost the mailbox
 * to.
 */
export async function pendingEmail(
  db: Db,
  accountId: number,
  brand: string,
  at: Date,
): Promise<string | null> {
  const row = await db
    .selectFrom('tokens')
    .select('payload')
    .where('account_id', '=', accountId)
    .where('purpose', '=', 'changeEmail')
    .where('brand', '=', brand)
    .where('used_at', 'is', null)
    .where('expires_at', '>', at)
    .where(sql<boolean>`not payload ? 'act'`)
    .executeTakeFirst()
  return row ? (row.payload as EmailChange).email : null
}

export async function voidGrants(trx: Trx, accountId: number, at: Date): Promise<void> {
  await trx
    .updateTable('tokens')
    .set({ used_at: at, voided_at: at })
    .where('account_id', '=', accountId)
    .where('used_at', 'is', null)
    .execute()
}

/** Voids the links by which an account would get an address that staff agreed to. */
export async function voidOffers(trx: Trx, accountId: number, at: Date): Promise<void> {
  await trx
    .updateTable('tokens')
    .set({ used_at: at, voided_at: at })
    .where('account_id', '=', accountId)
    .where('purpose', '=', 'changeEmail')
    .where('used_at', 'is', null)
    .where(sql<boolean>`payload ? 'act'`)
    .execute()
}

export function sweepGrants(db: Db, before: Date, most: number): Promise<number> {
  return deleteSome(db, 'tokens', sql.ref('expires_at'), before, most)
}
