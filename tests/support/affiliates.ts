import { DAY, later } from '#lib/clock.ts'
import { changeAffiliate, getAffiliate } from '#money/affiliates/affiliates.contract.ts'
import { decideApproval, getApprovals } from '#staff/approvals/approvals.contract.ts'
import type { TestApp } from './app.ts'
import { asStaff, type CastMember, worksAs } from './cast.ts'

/** Two owners, who agree to what the other asks for. */
export async function twoOwners(app: TestApp): Promise<[CastMember, CastMember]> {
  const owner = (username: string) => worksAs(app, username, { roles: ['owner'] })
  return [await owner('Olga'), await owner('Otto')]
}

/** After a while: their sessions begin anew, with the second factor. */
export async function workOn(app: TestApp, owners: readonly CastMember[]): Promise<void> {
  const at = app.clock.now()
  await app.db
    .updateTable('sessions')
    .set({ created_at: at, last_seen_at: at, expires_at: later(at, 30 * DAY) })
    .where(
      'account_id',
      'in',
      owners.map(({ id }) => id),
    )
    .execute()
  for (const owner of owners) await asStaff(app, owner)
}

type Change = Parameters<CastMember['send']>[1] & { body: Record<string, unknown> }
export const changesAffiliate = (by: CastMember, body: Record<string, unknown>) =>
  by.calls(changeAffiliate, { body } as Change as never)

export const affiliateSeen = (by: CastMember, code: string) =>
  by.calls(getAffiliate, { params: { code } })

export const waitingFor = async (by: CastMember) => (await by.calls(getApprovals)).approvals

export const agrees = (
  by: CastMember,
  kind: 'terms' | 'payout',
  id: number,
  outcome: 'approved' | 'refused' = 'approved',
) => by.calls(decideApproval, { body: { kind, id, outcome } })

export const shareTerms = {
  model: 'share',
  percent: 25,
  months: 12,
  currency: 'USD',
  holdDays: 30,
  amount: '0',
  minimum: '10',
}

/** An affiliate whose terms both have agreed to. */
export async function hasAffiliate(
  [olga, otto]: readonly [CastMember, CastMember],
  code: string,
  terms: Record<string, unknown> = shareTerms,
): Promise<number> {
  await changesAffiliate(olga, {
    act: 'add',
    code,
    name: `The ${code}`,
    email: `${code}@partners.example`,
  })
  const { id } = await affiliateSeen(olga, code)
  await changesAffiliate(olga, { act: 'terms', id, ...terms })
  const asked = (await waitingFor(otto)).find((one) => one.username.includes(code))
  await agrees(otto, 'terms', asked?.id ?? 0)
  return id
}
