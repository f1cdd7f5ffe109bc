import type { Services } from '#api/services.server.ts'
import type { Trx } from '#db/connection.server.ts'
import type { Brand } from '#sites/site.ts'
import { issueGrant } from './mailed-links/grants.server.ts'
import { addressTakenMail, confirmMail, firstSignInMail } from './mails.ts'

type Newcomer = {
  id: number
  username: string
  email: string
  ownsEmail: boolean
  openSteps: readonly string[]
}

/**
 * Mails a link that confirms the address, or, if it belongs to somebody else, a notice to its
 * owner.
 */
export async function sendFirstMail(
  services: Services,
  trx: Trx,
  brand: Brand,
  account: Newcomer,
  at: Date,
): Promise<void> {
  if (!account.ownsEmail) {
    await services.queueMail(trx, addressTakenMail(services, brand, account.email))
    return
  }
  const [purpose, mail] = account.openSteps.includes('oneClick')
    ? (['signIn', firstSignInMail] as const)
    : (['confirmEmail', confirmMail] as const)
  const token = await issueGrant(trx, { accountId: account.id, brand: brand.id, purpose, at })
  await services.queueMail(trx, mail(services, brand, account, token))
}
