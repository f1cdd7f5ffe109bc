import { sql } from 'kysely'
import { type Call, type Handler, handle } from '#api/call.server.ts'
import { ApiError, fieldError } from '#api/errors.ts'
import type { Scope } from '#api/member.server.ts'
import type { Services } from '#api/services.server.ts'
import { linkTo } from '#core/accounts/mails.ts'
import { contactOf, contactsOf } from '#core/accounts/standing/account-status.sql.ts'
import { accountNamed } from '#core/accounts/usernames/usernames.sql.ts'
import { notifyMember } from '#core/live/event-hub.server.ts'
import { queuePush } from '#core/notifications/push.sql.ts'
import { shownTo } from '#core/people/shown-to/shown-to.ts'
import {
  isFound,
  isKnown,
  isShownOn,
  isVisible,
  knownMember,
} from '#core/people/shown-to/visible.sql.ts'
import type { Trx } from '#db/connection.server.ts'
import { profilePage } from '#sites/profile-parts.ts'
import { brandById } from '#sites/registry.ts'
import { lockPair } from './likes.sql.ts'
import {
  answerPartner,
  endPartner,
  invitePartner,
  listPartners,
  partnersOfMember,
} from './partners.contract.ts'
import {
  acceptPartner,
  countPartners,
  declinePartner,
  invite,
  invitedBy,
  lockPartners,
  newPartnerInvitations,
  partnerIdsOf,
  partnerLinkBetween,
  partnersShown,
  removePartnerLink,
  withdrawInvitation,
} from './partners.sql.ts'
import { afterPartnerAct, MOST_PARTNERS, whyMost } from './partners.ts'

const conflict = (detail: string) => new ApiError('conflict', detail)

const listHandler = handle(listPartners, async ({ scope, services }) => {
  const { db } = services
  const me = scope.member.id
  const [linked, invited, invitations] = await Promise.all([
    partnerIdsOf(db, me),
    invitedBy(db, me),
    newPartnerInvitations(db, scope, sql<Date>`'-infinity'::timestamptz`)
      .orderBy('at')
      .orderBy('userId')
      .execute(),
  ])
  const known = await contactsOf(db, [...linked, ...invited])
  const named = (id: number) => ({ id, username: known.get(id)?.username ?? null })
  return {
    linked: linked.map(named),
    invited: invited.map(named),
    invitations: invitations.map(({ userId, username }) => ({ id: userId, username })),
    most: MOST_PARTNERS,
  }
})

const othersHandler = handle(partnersOfMember, async ({ params, scope, services }) => {
  if (!(await isVisible(services.db, scope, params.id))) throw new ApiError('unavailable')
  const partners = (await isFound(services.db, scope, params.id))
    ? await partnersShown(services.db, scope, params.id).execute()
    : []
  return {
    partners: partners.flatMap(({ id, username }) => (username === null ? [] : [{ id, username }])),
  }
})

const inviteHandler = handle(invitePartner, async ({ body, scope, services }) => {
  const state = await services.db.transaction().execute(async (trx) => {
    const { id, refusal } = await meant(trx, body)
    if (id === scope.member.id) throw conflict('This is you. A link is between two members.')
    if (id === null) throw refusal
    await lockPair(trx, scope.member.id, id)
    return inviteOne(services, trx, scope, id, refusal)
  })
  return { state, next: afterPartnerAct(`partner-${state}`) }
})

/**
 * Unknown, banned, deleted and blocking members get the same answer, so that it reveals nothing.
 */
async function meant(
  trx: Trx,
  body: Call<typeof invitePartner>['body'],
): Promise<{ id: number | null; refusal: ApiError }> {
  if (body.id !== undefined) return { id: body.id, refusal: new ApiError('unavailable') }
  return {
    id: await accountNamed(trx, body.username ?? ''),
    refusal: fieldError('username', 'Nobody of this name can be linked with you here.'),
  }
}

async function inviteOne(
  services: Services,
  trx: Trx,
  scope: Scope,
  id: number,
  refusal: ApiError,
): Promise<'invited' | 'linked'> {
  const { member } = scope
  const other = await knownMember(trx, scope, id)
  if (!other) throw refusal
  const { username } = other
  if (other.brand !== member.homeBrand)
    throw conflict(
      `${username} joined on another of our sites. Links are between members who joined on the same one.`,
    )
  const link = await partnerLinkBetween(trx, member.id, id)
  if (link && link.acceptedAt !== null) throw conflict(`You are linked with ${username} already.`)
  if (link?.inviterId === member.id && link.withdrawnAt === null)
    throw conflict(`You have invited ${username} already. The answer is theirs.`)
  if (link?.inviterId === id && link.withdrawnAt === null) {
    await linkBoth(trx, scope, id, username)
    return 'linked'
  }
  await refuseUnseen(trx, scope, id)
  await lockPartners(trx, member.id, id)
  if ((await countPartners(trx, member.id, 'waiting')) >= MOST_PARTNERS)
    throw conflict(`${whyMost} Invitations that wait count. End one, or take one back, first.`)
  // What is left of the other's own invitation, which they took back.
  if (link?.inviterId === id) await removePartnerLink(trx, member.id, id)
  if (await invite(trx, scope, id)) {
    await notifyMember(trx, id, { type: 'tickers' })
    await queuePush(trx, id, member.id, 'partner', scope.at)
    await writeTo(services, trx, scope, id)
  }
  return 'invited'
}

async function linkBoth(trx: Trx, scope: Scope, id: number, username: string): Promise<void> {
  await lockPartners(trx, scope.member.id, id)
  if ((await countPartners(trx, scope.member.id, 'linked')) >= MOST_PARTNERS)
    throw conflict(`${whyMost} End one first.`)
  if ((await countPartners(trx, id, 'linked')) >= MOST_PARTNERS)
    throw conflict(`${username} is linked with ${MOST_PARTNERS} people already, which is the most.`)
  await acceptPartner(trx, scope, id)
  await notifyMember(trx, scope.member.id, { type: 'tickers' })
}

/**
 * An invitation names who invites: somebody who is not found by the other must not give themselves
 * away by it.
 */
async function refuseUnseen(trx: Trx, { member }: Scope, id: number): Promise<void> {
  if (await isKnown(trx, id, member.id)) return
  const { to } = shownTo(member)
  throw conflict(
    to === 'liked'
      ? 'You show yourself only to people you like, and whoever you invite would see you. Like them first, then invite.'
      : to === 'nobody'
        ? 'You are taking a break, and whoever you invite would see you. End the break first, then invite.'
        : 'They do not find you here, and an invitation would name you.',
  )
}

/**
 * By mail if the address is confirmed and they see who invites; otherwise the invitation only shows
 * in the profile and at home.
 */
async function writeTo(services: Services, trx: Trx, { member }: Scope, id: number): Promise<void> {
  const invitee = await contactOf(trx, id)
  const brand = invitee && brandById(invitee.brand)
  if (!brand || !(await isShownOn(trx, { viewerId: id, brandId: brand.id }, member.id))) return
  await services.queueMail(trx, {
    kind: 'partnerInvitation',
    brand,
    accountId: id,
    to: invitee.email,
    subject: 'Somebody asks you for something',
    greeting: `Hello, ${invitee.username}.`,
    paragraphs: [
      `${member.username} would like your two profiles to link to each other, as partners. You decide: nobody sees a link unless both of you agree, and a no is not told.`,
    ],
    action: {
      label: 'Accept or decline',
      url: linkTo(services, brand, profilePage('partners')),
    },
    list: 'activity',
  })
}

const answerHandler = handle(answerPartner, async ({ body, scope, services }) => {
  const state = await services.db.transaction().execute(async (trx) => {
    await lockPair(trx, scope.member.id, body.id)
    const link = await partnerLinkBetween(trx, scope.member.id, body.id)
    if (link && link.acceptedAt !== null) throw conflict('You are linked already.')
    const waits =
      link?.inviterId === body.id && link.declinedAt === null && link.withdrawnAt === null
    const other = waits ? await knownMember(trx, scope, body.id) : undefined
    if (!other) throw new ApiError('unavailable', 'There is no invitation from this member.')
    if (body.answer === 'accept') {
      await linkBoth(trx, scope, body.id, other.username)
      return 'linked' as const
    }
    await declinePartner(trx, scope, body.id)
    await notifyMember(trx, scope.member.id, { type: 'tickers' })
    return 'declined' as const
  })
  return { state, next: afterPartnerAct(`partner-${state}`) }
})

const endHandler = handle(endPartner, async ({ body, scope, services }) => {
  await services.db.transaction().execute(async (trx) => {
    await lockPair(trx, scope.member.id, body.id)
    const link = await partnerLinkBetween(trx, scope.member.id, body.id)
    if (link && link.acceptedAt !== null) return removePartnerLink(trx, scope.member.id, body.id)
    if (link?.inviterId !== scope.member.id) return
    await withdrawInvitation(trx, scope, body.id)
    // The other's counters change; the event gives no reason.
    await notifyMember(trx, body.id, { type: 'tickers' })
  })
  return { ok: true as const, next: afterPartnerAct('partner-ended') }
})

export const partnerLinkHandlers: Handler[] = [
  listHandler,
  othersHandler,
  inviteHandler,
  answerHandler,
  endHandler,
]
