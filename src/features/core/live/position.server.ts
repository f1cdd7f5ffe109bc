import type { Services } from '#api/services.server.ts'
import { MINUTE } from '#lib/clock.ts'
import { decrypt, encrypt, ifOurs } from '#lib/encryption.server.ts'
import type { Snapshot } from './member-events.sql.ts'

export type Holder = { memberId: number; brandId: string }

/** Less than events are kept (event-sweep.server.ts). */
const VALID_FOR = 5 * MINUTE
const PURPOSE = 'position of a stream'
/** Enough for about twenty transactions in progress. */
const LENGTH = 256

/**
 * A stream's id. Numbers of transactions, and how many are in progress, would tell everybody how
 * busy the network is: it is encrypted, always of one length, and another one each time.
 */
export function encryptPosition(
  { settings, clock }: Services,
  holder: Holder,
  snapshot: Snapshot,
): string {
  const text = written(holder, clock.now().getTime(), snapshot)
  return encrypt(
    (text.length > LENGTH
      ? written(holder, clock.now().getTime(), earliestOf(snapshot))
      : text
    ).padEnd(LENGTH),
    settings.sessionSecret,
    PURPOSE,
  )
}

/** Null for an id that is too old, somebody else's, of another brand, or none at all. */
export function decryptPosition(
  { settings, clock }: Services,
  holder: Holder,
  id: string,
): Snapshot | null {
  const text = ifOurs(() => decrypt(id, settings.sessionSecret, PURPOSE))
  if (text === null) return null
  const [memberId, brandId, at, snapshot = ''] = text.trimEnd().split(' ')
  const isHolder = memberId === String(holder.memberId) && brandId === holder.brandId
  return isHolder && clock.now().getTime() - Number(at) <= VALID_FOR ? snapshot : null
}

function written({ memberId, brandId }: Holder, at: number, snapshot: Snapshot): string {
  return `${memberId} ${brandId} ${at} ${snapshot}`
}

/**
 * Without what was told of transactions that began later: a hint may then come twice, but none is
 * missed.
 */
function earliestOf(snapshot: Snapshot): Snapshot {
  const [earliest = ''] = snapshot.split(':')
  return `${earliest}:${earliest}:`
}
