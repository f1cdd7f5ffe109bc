import type { Services } from '#api/services.server.ts'
import { lockAddresses } from '#core/accounts/changes/change-email.sql.ts'
import { notifyMember } from '#core/live/event-hub.server.ts'
import type { Trx } from '#db/connection.server.ts'
import { eachDue } from '#jobs/each-due.ts'
import type { Job } from '#jobs/worker.server.ts'
import { DAY, MINUTE } from '#lib/clock.ts'
import { foldAddress } from '#lib/folding.ts'
import { keyedHash } from '#lib/keyed-hash.server.ts'
import { lockPair, removeLikesBetween } from '#members/likes/likes.sql.ts'
import { removePartnerLink } from '#members/likes/partners.sql.ts'
import { endGrantsBetween } from '#members/photos/access/access.sql.ts'
import {
  blockersOf,
  type ContactBlock,
  dueBlockers,
  dueLifters,
  endLifted,
  forgetContactBlocks,
  insertComing,
  insertContactBlock,
  lockContacts,
  takeDue,
} from './contacts.sql.ts'

type Keys = Pick<Services, 'settings'>

export function contactHash({ settings }: Keys, address: string): Buffer {
  return keyedHash(foldAddress(address), settings.sessionSecret, 'blocked contacts')
}

/**
 * When what an account does on a day (UTC) changes what it sees: all of it together, in the next
 * day, at a minute that nobody can foretell. Whoever sees one change after each act finds out whose
 * profile belongs to an address.
 */
export function effectOf({ settings }: Keys, accountId: number, at: Date): Date {
  const day = Math.floor(at.getTime() / DAY)
  const hash = keyedHash(`${accountId} ${day}`, settings.sessionSecret, 'time of blocked contacts')
  return new Date((day + 1) * DAY + (hash.readUInt32BE(0) % (DAY / MINUTE)) * MINUTE)
}

/**
 * Hides an account that has got an address from those who blocked it, confirmed or not. What was
 * blocked for a former address stays, but for one never confirmed, which may be a stranger's.
 */
export async function hideFromBlockers(
  services: Keys,
  trx: Trx,
  { id, email, at, atOnce }: { id: number; email: string; at: Date; atOnce: boolean },
): Promise<void> {
  await lockAddresses(trx, [foldAddress(email)])
  const blockers = (await blockersOf(trx, contactHash(services, email))).filter(
    ({ accountId }) => accountId !== id,
  )
  const pairs = blockers.map((one) => ({
    blockerId: one.accountId,
    blockedId: id,
    contactId: one.id,
    since: one.since,
  }))
  if (atOnce) {
    await forgetContactBlocks(trx, id)
    return hide(trx, pairs, at)
  }
  const own = effectOf(services, id, at)
  const effects = pairs.map((pair) => ({
    pair,
    theirs: effectOf(services, pair.blockerId, pair.since),
  }))
  await insertComing(
    trx,
    effects.map(({ pair, theirs }) => ({ ...pair, takesEffectAt: theirs > own ? theirs : own })),
  )
}

/**
 * In one order for everybody, so that two lists that block each other's owners do not wait for one
 * another.
 */
async function hide(trx: Trx, pairs: readonly ContactBlock[], at: Date): Promise<void> {
  const ends = ({ blockerId, blockedId }: ContactBlock) =>
    [Math.min(blockerId, blockedId), Math.max(blockerId, blockedId)] as const
  for (const pair of pairs.toSorted((a, b) => ends(a)[0] - ends(b)[0] || ends(a)[1] - ends(b)[1])) {
    const { blockerId, blockedId } = pair
    await lockPair(trx, blockerId, blockedId)
    await insertContactBlock(trx, pair, at)
    await removeLikesBetween(trx, blockerId, blockedId)
    await removePartnerLink(trx, blockerId, blockedId)
    await endGrantsBetween(trx, blockerId, blockedId)
    // Both members' counters change; the event gives no reason.
    for (const id of [blockerId, blockedId]) await notifyMember(trx, id, { type: 'tickers' })
  }
}

const AT_ONCE = 100

/** Blocks by address whose time has come, and the end of those that were lifted. */
export const contactJob: Job = {
  name: 'contact blocks',
  period: MINUTE,
  start({ db, clock, log }) {
    async function begin(trx: Trx, accountId: number, at: Date): Promise<void> {
      await hide(trx, await takeDue(trx, accountId, at), at)
    }
    const works = [
      { due: dueBlockers, work: begin },
      { due: dueLifters, work: endLifted },
    ].map(({ due, work }) =>
      eachDue({
        most: AT_ONCE,
        read: (at, most) => due(db, at, most),
        work: (id, at) =>
          db.transaction().execute(async (trx) => {
            await lockContacts(trx, id)
            await work(trx, id, at)
          }),
        failed: (error, id, tries) =>
          log.error({ account: id, tries, error }, 'blocks by address did not take effect, or end'),
      }),
    )
    return {
      async run(stopping) {
        const at = clock.now()
        for (const each of works) await each(at, stopping)
      },
    }
  },
}
