import { sql } from 'kysely'
import type { Scope } from '#api/member.server.ts'
import { compiledOnce } from '#db/compiled-once.ts'
import type { Db, Trx } from '#db/connection.server.ts'
import { wake } from '#jobs/wake.sql.ts'
import { later, MINUTE } from '#lib/clock.ts'
import type { PushKind } from './push.ts'

/** Browsers of one account; the oldest gives way. */
const MOST_DEVICES = 10
/** Longer than a try's timeout: an expired claim means that its process has ended. */
const CLAIM_LIFETIME = 2 * MINUTE

export type NewSubscription = {
  endpoint: string
  p256dh: string
  auth: string
  kinds: readonly PushKind[]
  saysWhat: boolean
}

/** Whoever subscribed last with a browser owns it. */
export async function saveSubscription(
  trx: Trx,
  { member, brand, at }: Scope,
  { kinds, saysWhat, ...device }: NewSubscription,
): Promise<void> {
  const row = {
    ...device,
    account_id: member.id,
    session_id: member.sessionId,
    brand: brand.id,
    kinds: [...kinds],
    says_what: saysWhat,
    created_at: at,
  }
  const { endpoint, ...changed } = row
  // With the row goes what waited for the one before.
  await trx
    .deleteFrom('push_subscriptions')
    .where('endpoint', '=', endpoint)
    .where('account_id', '<>', member.id)
    .execute()
  await trx
    .insertInto('push_subscriptions')
    .values(row)
    .onConflict((conflict) => conflict.column('endpoint').doUpdateSet(changed))
    .execute()
  await sql`
    delete from push_subscriptions where id in (
      select id from push_subscriptions where account_id = ${member.id} order by created_at desc, id desc offset ${sql.lit(MOST_DEVICES)}
    )`.execute(trx)
}

export async function removeSubscription(
  db: Db,
  accountId: number,
  endpoint: string,
): Promise<void> {
  await db
    .deleteFrom('push_subscriptions')
    .where('account_id', '=', accountId)
    .where('endpoint', '=', endpoint)
    .execute()
}

export async function deviceOf(
  db: Db,
  accountId: number,
  endpoint: string,
): Promise<{ kinds: PushKind[]; saysWhat: boolean } | null> {
  const rows = db.selectFrom('push_subscriptions').select(['kinds', 'says_what as saysWhat'])
  const row = await rows
    .where('endpoint', '=', endpoint)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return row ? { ...row, kinds: row.kinds as PushKind[] } : null
}

type NewPush = {
  accountId: number
  otherId: number
  kind: PushKind
  about: string | null
  at: Date
}

const queued = compiledOnce((db, { accountId, otherId, kind, about, at }: NewPush) =>
  db
    .with('queued', (cte) =>
      cte
        .insertInto('pushes')
        .columns(['subscription_id', 'kind', 'other_id', 'next_try_at', 'about'])
        .expression((from) =>
          from
            .selectFrom('push_subscriptions')
            .select([
              'id',
              sql<string>`${kind}::text`.as('kind'),
              sql<number>`${otherId}::bigint`.as('otherId'),
              sql<Date>`${at}::timestamptz`.as('at'),
            ])
            .select(sql<string | null>`${about}::text`.as('about'))
            .where('account_id', '=', accountId)
            .where(sql<boolean>`${kind}::text = any(kinds)`),
        )
        .onConflict((conflict) => conflict.doNothing())
        .returning('id'),
    )
    .selectFrom('queued')
    .select('id')
    .limit(sql.lit(1)),
)

/**
 * Queues a push about what `otherId` did to each browser of a member that wants this kind; one that
 * waits already stands for both. `about` is the part of the member's profile that it is about, as
 * `your photo`.
 */
export async function queuePush(
  trx: Db | Trx,
  accountId: number,
  otherId: number,
  kind: PushKind,
  at: Date,
  about: string | null = null,
): Promise<void> {
  const waiting = await queued(trx, { accountId, otherId, kind, about, at })
  if (waiting.length > 0) await wake(trx, 'push')
}

export type DuePush = {
  id: number
  subscriptionId: number
  kind: PushKind
  tries: number
  brand: string
  endpoint: string
  p256dh: string
  auth: string
  accountId: number
  /** Null for what was queued before this was kept. */
  otherId: number | null
  about: string | null
  saysWhat: boolean
}

/** Claims due pushes, so that no other worker sends them as well. */
export async function claimPushes(db: Db, most: number, at: Date): Promise<DuePush[]> {
  const { rows } = await sql<DuePush>`
    update pushes set claimed_until = ${later(at, CLAIM_LIFETIME)}::timestamptz, tries = tries + 1
    from push_subscriptions device
    where device.id = pushes.subscription_id
      and pushes.id = any(array(
        select id from pushes
        where next_try_at <= ${at} and (claimed_until is null or claimed_until <= ${at})
        order by next_try_at limit ${sql.lit(most)} for update skip locked
      ))
    returning pushes.id, pushes.subscription_id as "subscriptionId", pushes.kind, pushes.tries, device.brand, device.endpoint, device.p256dh, device.auth,
      device.account_id as "accountId", pushes.other_id as "otherId", pushes.about, device.says_what as "saysWhat"`.execute(
    db,
  )
  return rows
}

export async function dropPush(db: Db, id: number): Promise<void> {
  await db.deleteFrom('pushes').where('id', '=', id).execute()
}

export async function postponePush(db: Db, id: number, nextTryAt: Date): Promise<void> {
  await db
    .updateTable('pushes')
    .set({ next_try_at: nextTryAt, claimed_until: null })
    .where('id', '=', id)
    .execute()
}

export async function dropSubscription(db: Db, id: number): Promise<void> {
  await db.deleteFrom('push_subscriptions').where('id', '=', id).execute()
}
