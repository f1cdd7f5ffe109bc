import type { Services } from '../../api/services.server.ts'
import type { Trx } from '../../db/connection.server.ts'
import type { Brand } from '../../sites/site.ts'
import { issueGrant } from './grants.server.ts'
import { addressTakenMail, confirmMail, firstSignInMail } from './mails.ts'

type Newcomer = { id: number; username: string; email: string; ownsEmail: boolean; openSteps: readonly string[] }

/**
 * Mails a new member a link that confirms the address, and signs in while there is no password; or mails the owner of
 * the address a notice if somebody else registered with it.
 */
export async function greet(services: Services, trx: Trx, brand: Brand, account: Newcomer, at: Date): Promise<void> {
  if (!account.ownsEmail) {
    await services.queueMail(trx, addressTakenMail(services, brand, account.email))
    return
  }
  const [purpose, mail] = account.openSteps.includes('oneClick') ? (['signIn', firstSignInMail] as const) : (['confirmEmail', confirmMail] as const)
  const token = await issueGrant(trx, { accountId: account.id, brand: brand.id, purpose, at })
  await services.queueMail(trx, mail(services, brand, account, token))
}
