import type { Scope } from '#api/member.server.ts'
import type { Services } from '#api/services.server.ts'
import type { Trx } from '#db/connection.server.ts'
import { introduced } from '../events.server.ts'
import { profileToEdit } from './edit-profile.sql.ts'
import { introduce, type Introduction } from './introduction.sql.ts'

/**
 * Saves what a member says of themselves; other words than before are told to those who look at
 * them.
 */
export async function introduceThemselves(
  services: Services,
  trx: Trx,
  { member, brand, at }: Scope,
  said: Introduction,
): Promise<void> {
  const before = await profileToEdit(trx, member.id)
  await introduce(trx, member.id, said)
  const { headline = before.headline, about = before.about } = said
  if (headline === before.headline && about === before.about) return
  await services.say(trx, introduced, {
    accountId: member.id,
    brand: brand.id,
    joinedAt: member.createdAt,
    text: `${headline}\n${about}`,
    at,
  })
}
