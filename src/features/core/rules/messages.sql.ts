import { type Expression, type RawBuilder, sql } from 'kysely'
import type { Trx } from '#db/connection.server.ts'
import { DAY, HOUR, later } from '#lib/clock.ts'
import { NEARLY } from './same-text.ts'

export type CountedMessage = {
  accountId: number
  to: number
  isFirst: boolean
  /** Of `textHash`. */
  hash: string | null
  hasContact: boolean
  asksMoney: boolean
  at: Date
}

type Counted = {
  firstsInHour: number
  recipientsInDay: number
  unansweredInDay: number
  contactsInDay: number
  moneyInDay: number
  copiesTo: number
  copiesFrom: number
  limitKind: 'slow' | 'review' | null
  limitedUntil: Date | null
}

/** Looked at for other accounts with the same words. */
const MOST_COPIES = 50

/**
 * Notes a message and counts it with those of the last day, in one statement. Of two first messages
 * of a sender at one moment the second counts the first, which has locked the row of new
 * conversations.
 */
export async function countMessage(
  trx: Trx,
  message: CountedMessage,
  isUnanswered: (otherId: Expression<number>) => RawBuilder<boolean>,
): Promise<Counted> {
  const { accountId, to, isFirst, hash, hasContact, asksMoney, at } = message
  const day = later(at, -DAY)
  const { rows } = await sql<Counted>`
    with noted as (
      insert into fraud_messages (account_id, other_id, is_first, text_hash, has_contact, asks_money, at)
      values (${accountId}, ${to}, ${isFirst}, ${hash}, ${hasContact}, ${asksMoney}, ${at})
    ), mine as (
      select other_id, is_first, text_hash, has_contact, asks_money, at from fraud_messages where account_id = ${accountId} and at > ${day}
    ), others as (
      select distinct other_id from mine where other_id <> ${to}
    ), copies as (
      select account_id from fraud_messages where text_hash = ${hash} and at > ${day} limit ${sql.lit(MOST_COPIES)}
    )
    select
      (select count(*)::int from mine where is_first and at > ${later(at, -HOUR)}) + ${isFirst}::boolean::int as "firstsInHour",
      (select count(*)::int from others) + 1 as "recipientsInDay",
      (select count(*)::int from others where ${isUnanswered(sql.ref('others.other_id'))}) + 1 as "unansweredInDay",
      (select count(*)::int from mine where has_contact) + ${hasContact}::boolean::int as "contactsInDay",
      (select count(*)::int from mine where asks_money) + ${asksMoney}::boolean::int as "moneyInDay",
      (select count(distinct other_id)::int from mine
        where other_id <> ${to} and bit_count((text_hash # ${hash}::bigint)::bit(64)) <= ${sql.lit(NEARLY)}) + 1 as "copiesTo",
      (select count(distinct account_id)::int from copies where account_id <> ${accountId}) as "copiesFrom",
      (select kind from fraud_limits where account_id = ${accountId} and until > ${at}) as "limitKind",
      (select until from fraud_limits where account_id = ${accountId} and until > ${at}) as "limitedUntil"`.execute(
    trx,
  )
  return rows[0] as Counted
}
