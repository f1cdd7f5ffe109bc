import { type Expression, sql } from 'kysely'
import type { Scope } from '#api/member.server.ts'
import { knownPerson, visiblePerson } from '#core/people/shown-to/visible.sql.ts'
import type { Db, Trx } from '#db/connection.server.ts'

type PartnerLink = {
  inviterId: number
  acceptedAt: Date | null
  declinedAt: Date | null
  withdrawnAt: Date | null
}

export async function partnerLinkBetween(
  trx: Trx,
  one: number,
  other: number,
): Promise<PartnerLink | undefined> {
  return trx
    .selectFrom('partner_links')
    .select([
      'inviter_id as inviterId',
      'accepted_at as acceptedAt',
      'declined_at as declinedAt',
      'withdrawn_at as withdrawnAt',
    ])
    .where((e) =>
      e.or([
        e.and([e('inviter_id', '=', one), e('invitee_id', '=', other)]),
        e.and([e('inviter_id', '=', other), e('invitee_id', '=', one)]),
      ]),
    )
    .executeTakeFirst()
}

/**
 * The links of both members are counted and changed by one call at a time, so that the limit holds.
 */
export async function lockPartners(trx: Trx, one: number, other: number): Promise<void> {
  for (const id of [one, other].toSorted((a, b) => a - b))
    await sql`select pg_advisory_xact_lock(hashtextextended(${`partners:${id}`}, 0))`.execute(trx)
}

/** `waiting`: with the member's own invitations that nobody has taken back. */
export async function countPartners(
  trx: Trx,
  accountId: number,
  counted: 'linked' | 'waiting',
): Promise<number> {
  const { count } = await trx
    .selectFrom('partner_links')
    .select(sql<number>`count(*)::int`.as('count'))
    .where((e) => e.or([e('inviter_id', '=', accountId), e('invitee_id', '=', accountId)]))
    .where((e) =>
      counted === 'linked'
        ? e('accepted_at', 'is not', null)
        : e.or([
            e('accepted_at', 'is not', null),
            e.and([e('inviter_id', '=', accountId), e('withdrawn_at', 'is', null)]),
          ]),
    )
    .executeTakeFirstOrThrow()
  return count
}

/**
 * A declined one that was taken back waits again, and nobody is called. Returns whether it is new
 * to the invited.
 */
export async function invite(trx: Trx, { member, at }: Scope, inviteeId: number): Promise<boolean> {
  const row = {
    inviter_id: member.id,
    invitee_id: inviteeId,
    invited_at: at,
    accepted_at: null,
    declined_at: null,
    withdrawn_at: null,
  }
  const { declinedAt } = await trx
    .insertInto('partner_links')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['inviter_id', 'invitee_id']).doUpdateSet({ withdrawn_at: null }),
    )
    .returning('declined_at as declinedAt')
    .executeTakeFirstOrThrow()
  return declinedAt === null
}

export async function acceptPartner(
  trx: Trx,
  { member, at }: Scope,
  inviterId: number,
): Promise<void> {
  await trx
    .updateTable('partner_links')
    .set({ accepted_at: at, declined_at: null, withdrawn_at: null })
    .where('inviter_id', '=', inviterId)
    .where('invitee_id', '=', member.id)
    .execute()
}

export async function declinePartner(
  trx: Trx,
  { member, at }: Scope,
  inviterId: number,
): Promise<void> {
  await trx
    .updateTable('partner_links')
    .set({ declined_at: at })
    .where('inviter_id', '=', inviterId)
    .where('invitee_id', '=', member.id)
    .execute()
}

export async function withdrawInvitation(
  trx: Trx,
  { member, at }: Scope,
  inviteeId: number,
): Promise<void> {
  await trx
    .updateTable('partner_links')
    .set({ withdrawn_at: at })
    .where('inviter_id', '=', member.id)
    .where('invitee_id', '=', inviteeId)
    .where('declined_at', 'is not', null)
    .execute()
  await trx
    .deleteFrom('partner_links')
    .where('inviter_id', '=', member.id)
    .where('invitee_id', '=', inviteeId)
    .where('declined_at', 'is', null)
    .execute()
}

/** Whatever there is of a link between two; the caller holds the pair's lock. */
export async function removePartnerLink(trx: Trx, one: number, other: number): Promise<void> {
  await trx
    .deleteFrom('partner_links')
    .where((e) =>
      e.or([
        e.and([e('inviter_id', '=', one), e('invitee_id', '=', other)]),
        e.and([e('inviter_id', '=', other), e('invitee_id', '=', one)]),
      ]),
    )
    .execute()
}

/** With whom a member is linked, visible or not: `other_id` and `accepted_at`. */
function linkedWith(db: Db | Trx, accountId: number | Expression<number>) {
  return db
    .selectFrom('partner_links')
    .select(['invitee_id as other_id', 'accepted_at'])
    .where('inviter_id', '=', accountId)
    .where('accepted_at', 'is not', null)
    .unionAll(
      db
        .selectFrom('partner_links')
        .select(['inviter_id as other_id', 'accepted_at'])
        .where('invitee_id', '=', accountId)
        .where('accepted_at', 'is not', null),
    )
}

export async function partnerIdsOf(db: Db, accountId: number): Promise<number[]> {
  const rows = await db
    .selectFrom(linkedWith(db, accountId).as('link'))
    .select('other_id as id')
    .orderBy('accepted_at')
    .orderBy('other_id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Whom a member has invited, whether or not it was declined. */
export async function invitedBy(db: Db, accountId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('partner_links')
    .select('invitee_id as id')
    .where('inviter_id', '=', accountId)
    .where('accepted_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .orderBy('invited_at')
    .orderBy('invitee_id')
    .execute()
  return rows.map(({ id }) => id)
}

/**
 * Of a member's partners, those whom the viewer finds, and the viewer: without a name. Not whom
 * they know from a conversation alone, who is in no profile but their own.
 */
export function partnersShown(db: Db | Trx, scope: Scope, memberId: number | Expression<number>) {
  return db
    .selectFrom(linkedWith(db, memberId).as('link'))
    .leftJoinLateral(visiblePerson(db, scope, sql.ref('link.other_id')).as('person'), (join) =>
      join.onTrue(),
    )
    .select(['link.other_id as id', 'person.username'])
    .where((e) =>
      e.or([e('person.account_id', 'is not', null), e('link.other_id', '=', scope.member.id)]),
    )
    .orderBy('link.accepted_at')
    .orderBy('link.other_id')
}

/** Invitations that the member has neither accepted nor declined. */
export function newPartnerInvitations(db: Db, scope: Scope, since: Expression<Date>) {
  return db
    .selectFrom('partner_links')
    .innerJoinLateral(
      knownPerson(db, scope, sql.ref('partner_links.inviter_id')).as('inviter'),
      (join) => join.onTrue(),
    )
    .select(['inviter.account_id as userId', 'inviter.username', 'partner_links.invited_at as at'])
    .where('partner_links.invitee_id', '=', scope.member.id)
    .where('partner_links.accepted_at', 'is', null)
    .where('partner_links.declined_at', 'is', null)
    .where('partner_links.withdrawn_at', 'is', null)
    .where('partner_links.invited_at', '>', since)
}
