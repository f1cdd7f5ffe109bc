import { type Handler, handle } from '#api/call.server.ts'
import { ApiError } from '#api/errors.ts'
import type { Scope } from '#api/member.server.ts'
import type { Services } from '#api/services.server.ts'
import { linkTo } from '#core/accounts/mails.ts'
import { contactOf } from '#core/accounts/standing/account-status.sql.ts'
import { notifyMember } from '#core/live/event-hub.server.ts'
import { queuePush } from '#core/notifications/push.sql.ts'
import { shownTo } from '#core/people/shown-to/shown-to.ts'
import { isFoundAtHome, isShownOn, isVisible } from '#core/people/shown-to/visible.sql.ts'
import type { Trx } from '#db/connection.server.ts'
import { inBatches, type Job } from '#jobs/worker.server.ts'
import { HOUR } from '#lib/clock.ts'
import { brandById } from '#sites/registry.ts'
import { ownPath } from '#sites/routes.ts'
import { photoViewer } from '../files/addresses.server.ts'
import { picturesOf } from '../photos.sql.ts'
import {
  allowPhotos,
  answerPhotoRequest,
  listPhotoRequests,
  requestPhoto,
} from './access.contract.ts'
import {
  allowAccess,
  askableOf,
  recordRequest,
  refuse,
  requestsTo,
  sweepAccess,
} from './access.sql.ts'
import { endOf, type Lasts, whatToAsk } from './access.ts'

const requestHandler = handle(requestPhoto, ({ body, scope, services }) =>
  services.db.transaction().execute(async (trx) => {
    if (!(await isVisible(trx, scope, body.id))) throw new ApiError('unavailable')
    await refuseUnseen(trx, scope, body.id)
    const asked = whatToAsk(await askableOf(trx, scope, body.id))
    if (asked === null)
      throw new ApiError('conflict', 'You can see all photos of this member already.')
    if (await recordRequest(trx, scope, body.id)) {
      await notifyMember(trx, body.id, { type: 'tickers' })
      await queuePush(trx, body.id, scope.member.id, 'request', scope.at)
      await notifyOwner(services, trx, scope, body.id)
    }
    return { asked, next: `/profile/view/id/${body.id}` }
  }),
)

/**
 * A request names who asks: somebody who is not found by the owner must not give themselves away by
 * it.
 */
async function refuseUnseen(trx: Trx, scope: Scope, ownerId: number): Promise<void> {
  const { to } = shownTo(scope.member)
  if (
    to === 'everybody' ||
    (to === 'liked' && (await isFoundAtHome(trx, ownerId, scope.member.id)))
  )
    return
  const detail =
    to === 'liked'
      ? 'You show yourself only to people you like, and whoever you ask would see you. Like them first, then ask.'
      : 'You are taking a break, and whoever you ask would see you. End the break first, then ask.'
  throw new ApiError('conflict', detail)
}

/**
 * Notifies the owner by mail if the address is confirmed and they see who asks; otherwise the
 * request only shows beside the photos.
 */
async function notifyOwner(
  services: Services,
  trx: Trx,
  { member }: Scope,
  ownerId: number,
): Promise<void> {
  const owner = await contactOf(trx, ownerId)
  const brand = owner && brandById(owner.brand)
  if (!brand || !(await isShownOn(trx, { viewerId: ownerId, brandId: brand.id }, member.id))) return
  await services.queueMail(trx, {
    kind: 'photoRequest',
    brand,
    accountId: ownerId,
    to: owner.email,
    subject: 'Somebody asks you for something',
    greeting: `Hello, ${owner.username}.`,
    paragraphs: [
      `${member.username} would like to see more of you. You decide: nobody sees a private photo unless you say so, and a no is not told.`,
    ],
    action: { label: 'See who asks', url: linkTo(services, brand, '/profile/edit/managePhotos') },
    list: 'activity',
  })
}

const listHandler = handle(listPhotoRequests, async ({ scope, services }) => {
  const rows = await requestsTo(services.db, scope)
  const pictures = await picturesOf(
    services.db,
    rows.map(({ id }) => id),
    photoViewer(services, scope),
  )
  const people = rows.map(({ id, username, isAllowed, until }) => ({
    id,
    username,
    isAllowed,
    picture: pictures.get(id) ?? null,
    until: until?.toISOString() ?? null,
  }))
  return {
    asking: people.filter((one) => !one.isAllowed),
    allowed: people.filter((one) => one.isAllowed),
  }
})

const allowHandler = handle(allowPhotos, async ({ params, body, scope, services }) => {
  const until = await setAccess(services, scope, params.id, body.allowed ? body.lasts : null)
  return { ok: true as const, until: until?.toISOString() ?? null }
})

const answerHandler = handle(answerPhotoRequest, async ({ body, scope, services }) => {
  await setAccess(services, scope, body.id, body.act === 'allow' ? body.lasts : null)
  return { next: ownPath(body.back ?? null) ?? '/profile/edit/managePhotos#photo-requests' }
})

/** Returns when the other stops to see the photos; null as `lasts` takes a grant back. */
async function setAccess(
  { db }: Services,
  scope: Scope,
  viewerId: number,
  lasts: Lasts | null,
): Promise<Date | null> {
  const until = lasts === null ? null : endOf(lasts, scope.at)
  await db.transaction().execute(async (trx) => {
    // A grant can be revoked even if the other member is no longer visible.
    if (lasts === null) await refuse(trx, scope, viewerId)
    else if (await isVisible(trx, scope, viewerId)) await allowAccess(trx, scope, viewerId, until)
    else throw new ApiError('unavailable')
    await notifyMember(trx, scope.member.id, { type: 'tickers' })
  })
  return until
}

export const photoAccessSweepJob: Job = {
  name: 'photoGrantSweep',
  period: HOUR,
  start: ({ db, clock }) => ({
    async run(stopping) {
      await inBatches(stopping, (most) => sweepAccess(db, clock.now(), most))
    },
  }),
}

export const photoAccessHandlers: Handler[] = [
  requestHandler,
  listHandler,
  allowHandler,
  answerHandler,
]
