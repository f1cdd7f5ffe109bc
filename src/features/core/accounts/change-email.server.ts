import { type Handler, handle } from '../../../api/call.server.ts'
import { fieldError } from '../../../api/errors.ts'
import { hit } from '../../../api/limits.server.ts'
import type { Services } from '../../../api/services.server.ts'
import { endSessionsExcept } from '../../../api/sessions.sql.ts'
import type { Trx } from '../../../db/connection.server.ts'
import { foldAddress } from '../../../lib/folding.ts'
import { hasLeftList, leaveList } from '../../../mail/lists.sql.ts'
import { brandById } from '../../../sites/registry.ts'
import { notifyMember } from '../live/event-hub.server.ts'
import { addressToChange, hasOwner, lockAddress, moveToAddress } from './change-email.sql.ts'
import type { EmailOutcome } from './email-address.ts'
import { saveEmailAddress } from './email.contract.ts'
import { addressGiven } from './events.server.ts'
import { issueGrant } from './grants.server.ts'
import { type EmailChange, voidGrants } from './grants.sql.ts'
import { loginKey } from './login-key.server.ts'
import {
  addressWantedMail,
  changeEmailMail,
  emailChangeAskedMail,
  emailChangedMail,
} from './mails.ts'
import { maskedAddress } from './masked-address.ts'
import { assertProof } from './passkeys/proof.server.ts'

/** Mails to one mailbox, whoever asks: it may be a stranger's. */
const MAILS = { most: 3, seconds: 3600 }

/** Writes the same rows for a free and a taken address, so that neither answer nor timing tells which it is. */
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

/** The browser that followed the link; its member's session stays if it is the same account's. */
type Follower = { member: { id: number; sessionId: number } | null }

/**
 * Gives an account the address whose link was followed: other sessions end, links to the former address are void, and
 * lists that the member left stay left. `taken`: somebody else got the address since.
 */
export async function takeNewAddress(
  services: Services,
  trx: Trx,
  { accountId, payload }: { accountId: number; payload: Record<string, unknown> },
  { member }: Follower,
  at: Date,
): Promise<EmailOutcome> {
  const { email, sessionId } = payload as EmailChange
  // Of two accounts that confirm one address at the same moment, the second waits here and then finds its owner.
  await lockAddress(trx, email)
  if (await hasOwner(trx, email)) return 'taken'
  const before = await addressToChange(trx, accountId)
  await moveToAddress(trx, accountId, email, at)
  await services.say(trx, addressGiven, { id: accountId, email, at, atOnce: !before.isConfirmed })
  for (const list of ['news', 'activity'] as const) {
    if (before.ownsEmail && (await hasLeftList(trx, before.email, list)))
      await leaveList(trx, email, list, at)
  }
  await voidGrants(trx, accountId, at)
  await endSessionsExcept(trx, accountId, [
    sessionId,
    ...(member?.id === accountId ? [member.sessionId] : []),
  ])
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
