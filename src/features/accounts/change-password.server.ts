import { tell } from '../live/event-hub.server.ts'
import type { Services } from '../../api/services.server.ts'
import { endOtherSessions } from '../../api/session.server.ts'
import type { Trx } from '../../db/connection.server.ts'
import type { Brand } from '../../sites/site.ts'
import { forgetDevices } from './devices.sql.ts'
import { voidGrants } from './grants.sql.ts'
import { passwordChangedMail } from './mails.ts'
import { type Resettable, updatePasswordHash } from './reset.sql.ts'

type Change = {
  account: Resettable & { ownsEmail: boolean }
  passwordHash: string
  /** The session token of the browser that is at it; null where it has none. */
  kept: string | null
  at: Date
}

/**
 * Gives an account another password. Whoever knew the old one is out: their sessions end, their devices are
 * known no more, and what they may have had sent to a mailbox opens nothing. The address hears of it, if it is
 * the account's (assurance 6).
 */
export async function changePassword(services: Services, trx: Trx, brand: Brand, change: Change): Promise<void> {
  const { account, passwordHash, kept, at } = change
  await updatePasswordHash(trx, account.id, passwordHash)
  await voidGrants(trx, account.id, at)
  await endOtherSessions(trx, account.id, kept)
  await forgetDevices(trx, account.id)
  await tell(trx, account.id, { type: 'signedOut' })
  if (account.ownsEmail) await services.queueMail(trx, passwordChangedMail(services, brand, account))
}
