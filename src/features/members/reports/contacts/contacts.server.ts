import { type Handler, handle } from '#api/call.server.ts'
import { ApiError, fieldError } from '#api/errors.ts'
import { accountsWithAddresses, lockAddresses } from '#core/accounts/changes/change-email.sql.ts'
import { DAY, later } from '#lib/clock.ts'
import { foldAddress } from '#lib/folding.ts'
import { contactHash, effectOf } from './contact-effects.server.ts'
import { blockContacts, countContacts, unblockContacts } from './contacts.contract.ts'
import {
  countAddedSince,
  countOfContacts,
  heldContacts,
  insertComing,
  insertContacts,
  liftContacts,
  lockContacts,
} from './contacts.sql.ts'
import { afterBlocking, HIDDEN_DAYS, MAX_CONTACTS, NEW_A_DAY, readContacts } from './contacts.ts'

const startOfDay = (at: Date): Date => new Date(Math.floor(at.getTime() / DAY) * DAY)

const countHandler = handle(countContacts, async ({ scope, services }) => ({
  count: await countOfContacts(services.db, scope.member.id),
}))

const blockHandler = handle(blockContacts, async ({ body, scope, services, at }) => {
  const { member } = scope
  const { addresses, phones, unread, lines } = readContacts(body.contacts)
  if (lines > MAX_CONTACTS)
    throw fieldError(
      'contacts',
      `Please paste at most ${MAX_CONTACTS} lines; these are ${lines}. Nothing was added.`,
    )
  const own = foldAddress(member.email)
  const others = addresses.filter((address) => address !== own)
  const hashOf = (address: string) => contactHash(services, address)
  const { added, already } = await services.db.transaction().execute(async (trx) => {
    await lockContacts(trx, member.id)
    const held = await heldContacts(trx, member.id, others.map(hashOf))
    const unheld = others.filter((address) => !held.has(hashOf(address).toString('hex')))
    const room = NEW_A_DAY - (await countAddedSince(trx, member.id, startOfDay(at)))
    const taken = unheld.slice(0, Math.max(0, room))
    // Whoever gets one of these addresses at the same moment waits, and then finds it blocked.
    await lockAddresses(trx, taken.toSorted())
    const made = await insertContacts(trx, member.id, taken.map(hashOf), at)
    if ((await countOfContacts(trx, member.id)) > MAX_CONTACTS)
      throw fieldError(
        'contacts',
        `There is room for ${MAX_CONTACTS} addresses, and these would be more. Nothing was added.`,
      )
    const idOf = new Map(made.map(({ id, hash }) => [hash, id]))
    const here = (await accountsWithAddresses(trx, taken)).filter(({ id }) => id !== member.id)
    const takesEffectAt = effectOf(services, member.id, at)
    await insertComing(
      trx,
      here.map(({ id, key }) => ({
        blockerId: member.id,
        blockedId: id,
        contactId: idOf.get(hashOf(key).toString('hex')) as number,
        takesEffectAt,
      })),
    )
    return { added: made.length, already: held.size }
  })
  const left = others.length - added - already
  const done = { added, already, left, isOwn: others.length < addresses.length, phones, unread }
  return {
    ...done,
    count: await countOfContacts(services.db, member.id),
    next: afterBlocking(done),
  }
})

const unblockHandler = handle(unblockContacts, async ({ body, scope, services, at }) => {
  const { id } = scope.member
  const removed = await services.db.transaction().execute(async (trx) => {
    await lockContacts(trx, id)
    if ((await countAddedSince(trx, id, startOfDay(at))) > 0)
      throw new ApiError(
        'conflict',
        'You have added addresses today, so none can be removed before tomorrow.',
      )
    const endsAt = effectOf(services, id, later(at, HIDDEN_DAYS * DAY))
    return liftContacts(trx, id, 'all' in body ? null : contactHash(services, body.contact), endsAt)
  })
  if (removed === 0 && 'contact' in body)
    throw fieldError('contact', 'This address is not among those that you have blocked.')
  return { removed, next: '/profile/edit/settings?screen=blocked&saved=contacts-removed#contacts' }
})

export const contactHandlers: Handler[] = [countHandler, blockHandler, unblockHandler]
