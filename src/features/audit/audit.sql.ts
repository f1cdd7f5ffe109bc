import type { Scope } from '../../api/session.server.ts'
import type { Db, Trx } from '../../db/connection.server.ts'
import type { Brand } from '../../sites/site.ts'

/** What is written down for ever of an act: who, what, to whom, on which brand. Never what somebody wrote. */
export type Act = { action: string; subjectId: number | null; details?: Record<string, string | number | boolean> }

/** Writes an act into the audit log; in a transaction, together with the act itself. */
export async function recordAct(db: Db | Trx, { brand, member, at }: Scope, act: Act): Promise<void> {
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

/** The same for what the support desk does, whose people are no members: no actor, and the agent's name. */
export async function recordSupportAct(trx: Trx, brand: Brand, at: Date, act: Act & { details: { agent: string } }): Promise<void> {
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

/** The same for what the operator does at the machine, who is no member: no actor, and the command's name. */
export async function recordOperatorAct(trx: Trx, at: Date, act: Act): Promise<void> {
  await trx
    .insertInto('audit_log')
    .values({ at, actor_id: null, action: `operator.${act.action}`, subject_id: act.subjectId, details: JSON.stringify(act.details ?? {}) })
    .execute()
}
