import { fieldError } from '../../api/errors.ts'
import { type Handler, handle } from '../../api/router.server.ts'
import type { Services } from '../../api/services.server.ts'
import type { Trx } from '../../db/connection.server.ts'
import { foldAddress } from '../../lib/folding.ts'
import { keyedHash } from '../../lib/keyed-hash.server.ts'
import { accountsWithAddresses, lockAddresses } from '../accounts/change-email.sql.ts'
import { notifyMember } from '../live/event-hub.server.ts'
import { lockPair, removeLikesBetween } from '../matching/likes.sql.ts'
import { removePartnerLink } from '../matching/partners.sql.ts'
import { blockContacts, countContacts, unblockContacts } from './contacts.contract.ts'
import { blockersOf, countOfContacts, deleteContacts, insertContactBlock, insertContacts, lockContacts } from './contacts.sql.ts'
import { afterBlocking, MAX_CONTACTS, readContacts } from './contacts.ts'

type Keys = Pick<Services, 'settings'>
const hashOf = ({ settings }: Keys, address: string) => keyedHash(foldAddress(address), settings.sessionSecret, 'blocked contacts')

const countHandler = handle(countContacts, async ({ scope, services }) => ({ count: await countOfContacts(services.db, scope.member.id) }))

const blockHandler = handle(blockContacts, async ({ body, scope, services, at }) => {
  const { member } = scope
  const { addresses, phones, unread, lines } = readContacts(body.contacts)
  if (lines > MAX_CONTACTS) throw fieldError('contacts', `Please paste at most ${MAX_CONTACTS} lines; these are ${lines}. Nothing was added.`)
  const own = foldAddress(member.email)
  const others = addresses.filter((address) => address !== own).toSorted()
  const added = await services.db.transaction().execute(async (trx) => {
    await lockContacts(trx, member.id)
    // Whoever gets one of these addresses at the same moment waits, and then finds it blocked.
    await lockAddresses(trx, others)
    const byHash = new Map(others.map((address) => [hashOf(services, address).toString('hex'), address]))
    const made = await insertContacts(
      trx,
      member.id,
      [...byHash.keys()].map((hash) => Buffer.from(hash, 'hex')),
      at,
    )
    if ((await countOfContacts(trx, member.id)) > MAX_CONTACTS)
      throw fieldError('contacts', `There is room for ${MAX_CONTACTS} addresses, and these would be more. Nothing was added.`)
    const idOf = new Map(made.map(({ id, hash }) => [byHash.get(hash), id]))
    const here = await accountsWithAddresses(
      trx,
      others.filter((address) => idOf.has(address)),
    )
    await hide(
      trx,
      here.map((one) => ({ blockerId: member.id, blockedId: one.id, contactId: idOf.get(one.key) as number })),
      at,
    )
    return made.length
  })
  const done = { added, already: others.length - added, isOwn: others.length < addresses.length, phones, unread }
  return { ...done, count: await countOfContacts(services.db, member.id), next: afterBlocking(done) }
})

const unblockHandler = handle(unblockContacts, async ({ body, scope, services }) => {
  const removed = await services.db.transaction().execute(async (trx) => {
    await lockContacts(trx, scope.member.id)
    return deleteContacts(trx, scope.member.id, 'all' in body ? null : hashOf(services, body.contact))
  })
  if (removed === 0 && 'contact' in body) throw fieldError('contact', 'This address is not among those that you have blocked.')
  return { removed, next: '/profile/edit/settings?saved=contacts-removed#contacts' }
})

/**
 * Hides an account that has just got an address from those who have blocked it, whether or not the address is
 * confirmed. What was blocked for a former address stays: it is the same person.
 */
export async function hideFromBlockers(services: Keys, trx: Trx, { id, email, at }: { id: number; email: string; at: Date }): Promise<void> {
  await lockAddresses(trx, [foldAddress(email)])
  const blockers = await blockersOf(trx, hashOf(services, email))
  await hide(
    trx,
    blockers.map((one) => ({ blockerId: one.accountId, blockedId: id, contactId: one.id })),
    at,
  )
}

type Pair = { blockerId: number; blockedId: number; contactId: number }

/** In one order for everybody, so that two lists that block each other's owners do not wait for one another. */
async function hide(trx: Trx, pairs: readonly Pair[], at: Date): Promise<void> {
  const ends = ({ blockerId, blockedId }: Pair) => [Math.min(blockerId, blockedId), Math.max(blockerId, blockedId)] as const
  const others = pairs.filter(({ blockerId, blockedId }) => blockerId !== blockedId)
  for (const pair of others.toSorted((a, b) => ends(a)[0] - ends(b)[0] || ends(a)[1] - ends(b)[1])) {
    const { blockerId, blockedId } = pair
    await lockPair(trx, blockerId, blockedId)
    await insertContactBlock(trx, pair, at)
    await removeLikesBetween(trx, blockerId, blockedId)
    await removePartnerLink(trx, blockerId, blockedId)
    // Both members' counters change; the event gives no reason.
    for (const id of [blockerId, blockedId]) await notifyMember(trx, id, { type: 'tickers' })
  }
}

export const contactHandlers: Handler[] = [countHandler, blockHandler, unblockHandler]
