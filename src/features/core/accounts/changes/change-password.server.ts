import type { Services } from '#api/services.server.ts'
import { endOtherSessions } from '#api/sessions.sql.ts'
import { notifyMember } from '#core/live/event-hub.server.ts'
import type { Trx } from '#db/connection.server.ts'
import type { Brand } from '#sites/site.ts'
import { voidGrants } from '../mailed-links/grants.sql.ts'
import { passwordChangedMail } from '../mails.ts'
import { type Resettable, updatePasswordHash } from '../reset/reset.sql.ts'
import { forgetDevices } from '../sign-in/devices.sql.ts'

type Change = {
  account: Resettable & { ownsEmail: boolean }
  passwordHash: string
  /** Token of the session that stays signed in, or null. */
  kept: string | null
  at: Date
}

/**
 * Ends the other sessions, forgets devices and voids grants, so that who knew the old password
 * loses access.
 */
export async function changePassword(
  services: Services,
  trx: Trx,
  brand: Brand,
  change: Change,
): Promise<void> {
  const { account, passwordHash, kept, at } = change
  await updatePasswordHash(trx, account.id, passwordHash)
  await voidGrants(trx, account.id, at)
  await endOtherSessions(trx, account.id, kept)
  await forgetDevices(trx, account.id)
  await notifyMember(trx, account.id, { type: 'signedOut' })
  if (account.ownsEmail)
    await services.queueMail(trx, passwordChangedMail(services, brand, account))
}
