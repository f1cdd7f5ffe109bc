import { insertAccount, type NewAccount } from '#core/accounts/accounts.sql.ts'
import { insertProfile, type NewProfile } from '#core/people/edit/new-profile.sql.ts'
import type { Trx } from '#db/connection.server.ts'
import { openSteps } from '#members/onboarding/steps.sql.ts'
import type { Step } from '#members/onboarding/steps.ts'
import { acceptTerms } from '../terms/terms.sql.ts'

export type NewMember = NewAccount &
  Omit<NewProfile, 'accountId'> & { termsVersion: string; steps: readonly Step[] }

export async function insertMember(
  trx: Trx,
  member: NewMember,
): Promise<{ id: number; ownsEmail: boolean } | null> {
  const account = await insertAccount(trx, member)
  if (!account) return null
  await insertProfile(trx, { ...member, accountId: account.id })
  await acceptTerms(trx, {
    accountId: account.id,
    brand: member.brand,
    version: member.termsVersion,
    at: member.at,
  })
  await openSteps(trx, account.id, member.steps, member.at)
  return account
}
