import { sql } from 'kysely'
import type { Scope } from '#api/member.server.ts'
import type { Db, Trx } from '#db/connection.server.ts'
import { isBefore } from '#db/is-before.ts'
import type { Cursor } from '#lib/cursor.ts'
import type { Brand } from '#sites/site.ts'

/** An audit entry: action, subject, details. It never contains what a member wrote. */
export type AuditEntry = {
  action: string
  subjectId: number | null
  details?: Record<string, string | number | boolean>
}

export async function recordAct(
  db: Db | Trx,
  { brand, member, at }: Pick<Scope, 'brand' | 'at'> & { member: Pick<Scope['member'], 'id'> },
  act: AuditEntry,
): Promise<void> {
  await db
    .insertInto('audit_log')
    .values({
      at,
      actor_id: member.id,
      action: act.action,
      subject_id: act.subjectId,
      brand: brand.id,
      details: JSON.stringify(act.details ?? {}),
    })
    .execute()
}

/** The same for what members do to their own accounts, also where no session says who they are. */
export async function recordOwnAct(
  trx: Trx,
  { brand, accountId, at }: { brand: Brand; accountId: number; at: Date },
  action: string,
): Promise<void> {
  await trx
    .insertInto('audit_log')
    .values({ at, actor_id: accountId, action, subject_id: accountId, brand: brand.id })
    .execute()
}

/**
 * The same for the support desk, whose agents are no members: the actor is null, the details name
 * the agent.
 */
export async function recordSupportAct(
  trx: Trx,
  brand: Brand,
  at: Date,
  act: AuditEntry & { details: { agent: string } },
): Promise<void> {
  await trx
    .insertInto('audit_log')
    .values({
      at,
      actor_id: null,
      action: `support.${act.action}`,
      subject_id: act.subjectId,
      brand: brand.id,
      details: JSON.stringify(act.details),
    })
    .execute()
}

export async function recordOperatorAct(trx: Trx, at: Date, act: AuditEntry): Promise<void> {
  await trx
    .insertInto('audit_log')
    .values({
      at,
      actor_id: null,
      action: `operator.${act.action}`,
      subject_id: act.subjectId,
      details: JSON.stringify(act.details ?? {}),
    })
    .execute()
}

/**
 * What tasks, decisions, notes and what support did tell by themselves, and that somebody looked.
 */
const toldElsewhere = [
  'staff.look',
  'staff.takeTask',
  'staff.skipTask',
  'staff.releaseTask',
  'staff.decide',
  'staff.noteMember',
  'staff.actOnMember',
] as const

/** Acts of staff, support and operators about an account, the newest first. */
export async function actsAbout(
  db: Db,
  accountId: number,
  before: Cursor,
  most: number,
): Promise<Array<{ id: number; at: Date; actorId: number | null; action: string }>> {
  return db
    .selectFrom('audit_log')
    .select(['id', 'at', 'actor_id as actorId', 'action'])
    .where('subject_id', '=', accountId)
    .where('at', '<=', before.at)
    .where(isBefore('at', 'id', before))
    .where('action', 'not in', toldElsewhere)
    .where((eb) =>
      eb.or([
        eb('action', 'like', 'staff.%'),
        eb('action', 'like', 'support.%'),
        eb('action', 'like', 'operator.%'),
      ]),
    )
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(sql.lit(most))
    .execute()
}

/** How often something was done on a brand, from the first moment until before the last. */
export async function countActs(
  db: Db,
  { action, brand, from, until }: { action: string; brand: string; from: Date; until: Date },
): Promise<number> {
  const { acts } = await db
    .selectFrom('audit_log')
    .select(sql<number>`count(*)::int`.as('acts'))
    .where('at', '>=', from)
    .where('at', '<', until)
    .where('action', '=', action)
    .where('brand', '=', brand)
    .executeTakeFirstOrThrow()
  return acts
}
