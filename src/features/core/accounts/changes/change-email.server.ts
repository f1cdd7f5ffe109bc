import { type Handler, handle } from '#api/call.server.ts'
import { fieldError } from '#api/errors.ts'
import { countHit, hit } from '#api/limits.server.ts'
import type { Services } from '#api/services.server.ts'
import { endSessionsExcept } from '#api/sessions.sql.ts'
import { notifyMember } from '#core/live/event-hub.server.ts'
import type { Trx } from '#db/connection.server.ts'
import { foldAddress } from '#lib/folding.ts'
import { hasLeftList, leaveList } from '#mail/lists.sql.ts'
import { brandById } from '#sites/registry.ts'
import type { Brand } from '#sites/site.ts'
import type { EmailOutcome } from '../email/email-address.ts'
import { saveEmailAddress } from '../email/email.contract.ts'
import { maskedAddress } from '../email/masked-address.ts'
import { addressCorrected, addressGiven } from '../events.server.ts'
import { issueGrant } from '../mailed-links/grants.server.ts'
import {
  type AddressOffer,
  type EmailChange,
  offerIn,
  voidGrants,
} from '../mailed-links/grants.sql.ts'
import {
  addressOfferedMail,
  addressOfferMail,
  addressWantedMail,
  changeEmailMail,
  emailChangeAskedMail,
  emailChangedMail,
} from '../mails.ts'
import { assertProof } from '../passkeys/proof.server.ts'
import { loginKey } from '../sign-in/login-key.server.ts'
import { addressToChange, hasOwner, lockAddress, moveToAddress } from './change-email.sql.ts'

/** Mails to one mailbox, whoever asks: it may be a stranger's. */
const MAILS = { most: 3, seconds: 3600 }

/**
 * Writes the same rows for a free and a taken address, so that neither answer nor timing tells
 * which it is.
 */
const askHandler = handle(saveEmailAddress, async (call) => {
  const { body, scope, services, brand, at } = call
  const { member } = scope
  if (foldAddress(body.email) === foldAddress(member.email) && member.ownsEmail)
    throw fieldError('email', 'This is your address already.')
  await assertProof(call, body)
  await services.db.transaction().execute(async (trx) => {
    const payload = { email: body.email, sessionId: member.sessionId }
    const token = await issueGrant(trx, {
      accountId: member.id,
      brand: brand.id,
      purpose: 'changeEmail',
      payload,
      at,
    })
    const mails = await hit(trx, `change-email:${loginKey(body.email)}`, MAILS, at)
    if (mails.number > MAILS.most) return
    const isTaken = await hasOwner(trx, body.email)
    const mail = isTaken
      ? addressWantedMail(services, brand, body.email)
      : changeEmailMail(services, brand, { ...member, email: body.email }, token)
    await services.queueMail(trx, mail)
    if (member.ownsEmail)
      await services.queueMail(
        trx,
        emailChangeAskedMail(services, brand, member, maskedAddress(body.email)),
      )
  })
  return { ok: true as const, next: '/profile/edit/settings?screen=account&saved=email#account' }
})

/** Sends the link by which an account gets an address that staff agreed to. Throws `tooMany`. */
export async function sendOffer(
  services: Services,
  trx: Trx,
  brand: Brand,
  { accountId, offer, at }: { accountId: number; offer: AddressOffer; at: Date },
): Promise<void> {
  await countHit(trx, `change-email:${loginKey(offer.email)}`, MAILS, at)
  const token = await issueGrant(trx, {
    accountId,
    brand: brand.id,
    purpose: 'changeEmail',
    payload: offer,
    at,
  })
  await services.queueMail(
    trx,
    addressOfferMail(services, brand, { accountId, email: offer.email }, token),
  )
}

type Offered = { id: number; username: string; email: string; ownsEmail: boolean }

/**
 * The same, and tells the present address how to object; the account stays as it is until the link
 * is followed.
 */
export async function offerAddress(
  services: Services,
  trx: Trx,
  brand: Brand,
  account: Offered,
  offer: AddressOffer,
  at: Date,
): Promise<void> {
  await sendOffer(services, trx, brand, { accountId: account.id, offer, at })
  if (account.ownsEmail)
    await services.queueMail(
      trx,
      addressOfferedMail(services, brand, account, maskedAddress(offer.email)),
    )
}

/** The browser that followed the link; its member's session stays if it is the same account's. */
type Follower = { member: { id: number; sessionId: number } | null }

/**
 * Gives an account the address whose link was followed: other sessions end, links to the former
 * address are void, and lists that the member left stay left. `taken`: somebody else got the
 * address since; null where the account is closed.
 */
export async function takeNewAddress(
  services: Services,
  trx: Trx,
  { accountId, payload }: { accountId: number; payload: Record<string, unknown> },
  { member }: Follower,
  at: Date,
): Promise<EmailOutcome | null> {
  const { email, ...asked } = payload as EmailChange
  const offer = offerIn(payload)
  // Of two accounts that confirm one address at the same moment, the second waits here and then
  // finds its owner.
  await lockAddress(trx, email)
  if (await hasOwner(trx, email)) return 'taken'
  const before = await addressToChange(trx, accountId)
  if (before.isClosed) return null
  await moveToAddress(trx, accountId, email, at)
  await services.say(trx, addressGiven, { id: accountId, email, at, atOnce: !before.isConfirmed })
  for (const list of ['news', 'activity'] as const) {
    if (before.ownsEmail && (await hasLeftList(trx, before.email, list)))
      await leaveList(trx, email, list, at)
  }
  await voidGrants(trx, accountId, at)
  // Whoever is signed in may be somebody whom the owner has lost the mailbox to.
  const kept =
    'sessionId' in asked
      ? [asked.sessionId, ...(member?.id === accountId ? [member.sessionId] : [])]
      : []
  await endSessionsExcept(trx, accountId, kept)
  if (offer) await services.say(trx, addressCorrected, { id: accountId, act: offer.act, at })
  await notifyMember(trx, accountId, { type: 'signedOut' })
  const brand = brandById(before.brand)
  if (brand && before.ownsEmail)
    await services.queueMail(
      trx,
      emailChangedMail(brand, { ...before, id: accountId }, maskedAddress(email)),
    )
  services.log.info({ accountId }, 'e-mail address changed')
  return 'changed'
}

export const changeEmailHandlers: Handler[] = [askHandler]
