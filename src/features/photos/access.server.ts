import { ApiError } from '../../api/errors.ts'
import { type Handler, handle } from '../../api/router.server.ts'
import type { Services } from '../../api/services.server.ts'
import type { Scope } from '../../api/session.server.ts'
import type { Trx } from '../../db/connection.server.ts'
import { brandById } from '../../sites/registry.ts'
import { contactOf } from '../accounts/account-status.sql.ts'
import { linkTo } from '../accounts/mails.ts'
import { notifyMember } from '../live/event-hub.server.ts'
import { queuePush } from '../notifications/push.sql.ts'
import { isVisible } from '../people/visible.sql.ts'
import { allowPhotos, listPhotoRequests, requestPhoto } from './access.contract.ts'
import { askableOf, grant, recordRequest, refuse, requestsTo } from './access.sql.ts'
import { whatToAsk } from './access.ts'
import { photoViewer } from './addresses.server.ts'
import { picturesOf } from './photos.sql.ts'

const requestHandler = handle(requestPhoto, ({ body, scope, services }) =>
  services.db.transaction().execute(async (trx) => {
    if (!(await isVisible(trx, scope, body.id))) throw new ApiError('unavailable')
    const asked = whatToAsk(await askableOf(trx, scope, body.id))
    if (asked === null) throw new ApiError('conflict', { detail: 'You can see all photos of this member already.' })
    if (await recordRequest(trx, scope, body.id)) {
      await notifyMember(trx, body.id, { type: 'tickers' })
      await queuePush(trx, body.id, 'request', scope.at)
      await notifyOwner(services, trx, scope, body.id)
    }
    return { asked }
  }),
)

/** Notifies the owner by mail if the address is confirmed; otherwise the request only shows beside the photos. */
async function notifyOwner(services: Services, trx: Trx, { member }: Scope, ownerId: number): Promise<void> {
  const owner = await contactOf(trx, ownerId)
  const brand = owner && brandById(owner.brand)
  if (!brand) return
  await services.queueMail(trx, {
    kind: 'photoRequest',
    brand,
    accountId: ownerId,
    to: owner.email,
    subject: 'Somebody asks you for something',
    greeting: `Hello, ${owner.username}.`,
    paragraphs: [`${member.username} would like to see more of you. You decide: nobody sees a private photo unless you say so, and a no is not told.`],
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
  const people = rows.map(({ id, username, isAllowed }) => ({ id, username, isAllowed, picture: pictures.get(id) ?? null }))
  return { asking: people.filter((one) => !one.isAllowed), allowed: people.filter((one) => one.isAllowed) }
})

const allowHandler = handle(allowPhotos, async ({ params, body, scope, services }) => {
  await services.db.transaction().execute(async (trx) => {
    // A grant can be revoked even if the other member is no longer visible.
    if (!body.allowed) return refuse(trx, scope, params.id)
    if (!(await isVisible(trx, scope, params.id))) throw new ApiError('unavailable')
    await grant(trx, scope, params.id)
  })
  return { ok: true }
})

export const photoAccessHandlers: Handler[] = [requestHandler, listHandler, allowHandler]
