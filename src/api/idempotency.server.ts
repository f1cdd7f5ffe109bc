import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db, Trx } from '../db/connection.server.ts'
import { deleteSome } from '../db/delete-some.server.ts'
import { ApiError, fieldError } from './errors.ts'

const KEY = /^[\x21-\x7e]{1,200}$/

export type Claim = { accountId: number; key: string | null; requestHash: Uint8Array; at: Date }

export function claimOf(
  call: { request: Request; body: unknown; at: Date },
  route: string,
  accountId: number,
): Claim {
  const key = call.request.headers.get('Idempotency-Key')
  if (key !== null && !KEY.test(key)) {
    throw fieldError('Idempotency-Key', 'An Idempotency-Key is 1 to 200 visible ASCII characters.')
  }
  const requestHash = createHash('sha256')
    .update(route)
    .update('\n')
    .update(JSON.stringify(call.body))
    .digest()
  return { accountId, key, requestHash, at: call.at }
}

/**
 * As `claimOf`, of what a member wrote. The key in a form's field stands for a draft rather than
 * for a request: the same words under it are the same message, whether a form or a script sends
 * them, and other words are another one.
 */
export function claimOfWords(
  call: Parameters<typeof claimOf>[0],
  route: string,
  accountId: number,
  { key, ...words }: { key: string | undefined; to: number | null; sound?: string; body: string },
): Claim {
  const claim = claimOf(call, route, accountId)
  if (claim.key !== null || key === undefined) return claim
  const requestHash = createHash('sha256')
    .update(JSON.stringify([route, key, words]))
    .digest()
  return { ...claim, key: `words:${requestHash.toString('hex')}`, requestHash }
}

/**
 * As `claimOf`, by a key in a field, as which a page's script may send the same request; another
 * request under it is one of its own.
 */
export async function claimOfForm(
  db: Db,
  call: Parameters<typeof claimOf>[0],
  route: string,
  accountId: number,
  key: string | undefined,
): Promise<Claim> {
  const claim = claimOf(call, route, accountId)
  if (key === undefined) return claim
  const first = await storedAnswer(db, accountId, key)
  const isOther = first && !Buffer.from(first.request_hash).equals(claim.requestHash)
  return { ...claim, key: isOther ? null : key }
}

/**
 * The stored answer of a key, for work that is too long for a transaction; undefined if it is new.
 */
export async function earlierAnswer<T>(
  db: Db,
  { accountId, key, requestHash }: Claim,
): Promise<T | undefined> {
  if (key === null) return undefined
  const first = await storedAnswer(db, accountId, key)
  if (first) refuseAnotherRequest(first, requestHash)
  return first?.answer as T | undefined
}

/**
 * If `act` fails, nothing is stored and the next call runs it. `conflict` if the key was used for
 * another request.
 */
export async function once<T>(db: Db, claim: Claim, act: (trx: Trx) => Promise<T>): Promise<T> {
  const { accountId, key, requestHash, at } = claim
  return db.transaction().execute(async (trx) => {
    if (key === null) return act(trx)
    // A concurrent insert of the same key waits here until this transaction commits.
    const claimed = await trx
      .insertInto('idempotency_keys')
      .values({
        account_id: accountId,
        key,
        request_hash: requestHash,
        status: 200,
        answer: 'null',
        created_at: at,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('key')
      .executeTakeFirst()
    if (!claimed) {
      const first = await storedAnswer(trx, accountId, key)
      if (!first) throw new Error('an Idempotency-Key that is neither new nor stored')
      refuseAnotherRequest(first, requestHash)
      return first.answer as T
    }
    const answer = await act(trx)
    await trx
      .updateTable('idempotency_keys')
      .set({ answer: JSON.stringify(answer) })
      .where('account_id', '=', accountId)
      .where('key', '=', key)
      .execute()
    return answer
  })
}

async function storedAnswer(db: Db | Trx, accountId: number, key: string) {
  return db
    .selectFrom('idempotency_keys')
    .select(['request_hash', 'answer'])
    .where('account_id', '=', accountId)
    .where('key', '=', key)
    .executeTakeFirst()
}

function refuseAnotherRequest(
  { request_hash }: { request_hash: Uint8Array },
  requestHash: Uint8Array,
): void {
  if (Buffer.from(request_hash).equals(requestHash)) return
  throw new ApiError('conflict', 'This Idempotency-Key was used for another request.')
}

export function sweepAnswers(db: Db, before: Date, most: number): Promise<number> {
  return deleteSome(db, 'idempotency_keys', sql.ref('created_at'), before, most)
}
