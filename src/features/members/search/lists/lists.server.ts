import { type Handler, handle } from '#api/call.server.ts'
import type { Scope } from '#api/member.server.ts'
import type { Services } from '#api/services.server.ts'
import type { Db } from '#db/connection.server.ts'
import { idsOf } from '#db/ids.ts'
import { cutToPage, type Slice, sliceOf } from '#lib/slice.ts'
import { likedAmong, likesYou, matchesOf, youLike } from '#members/likes/likes.sql.ts'
import { maySeeWhoLikes } from '#members/likes/likes.ts'
import { likedOfViewer } from '#members/likes/parts.server.ts'
import { passedBy } from '#members/likes/passes.sql.ts'
import { billingStatusOf } from '#money/checkout/billing-status.server.ts'
import type { Card } from '../cards/cards.contract.ts'
import { cardsOf } from '../cards/cards.server.ts'
import { idsFound, membersFor, newestMembers } from '../search.sql.ts'
import { MAX_PAGES } from '../search.ts'
import { lookedFor, wishesOf } from '../wishes.server.ts'
import { passedPeople, widget } from './lists.contract.ts'
import { type ListName, NEAR } from './lists.ts'
import { viewedYou, youViewed } from './views.sql.ts'

const widgetHandler = handle(widget, async ({ params, scope, services }) => {
  const { list, page, count } = params
  if (page > MAX_PAGES) return { members: [], hidden: 0, page, hasMore: false }
  const { rows, hasMore } = cutToPage(
    await services.database.read((db) => queries[list](db, scope, sliceOf(page, count))),
    count,
  )
  const known = list === 'likesYou' ? await likersToShow(services, scope, rows) : rows
  const cards = await cardsOf(services, scope, known)
  const members = list === 'likesYou' ? await withLikedParts(services, scope, cards) : cards
  return { members, hidden: rows.length - known.length, page, hasMore }
})

const queries: Record<ListName, (db: Db, scope: Scope, slice: Slice) => Promise<number[]>> = {
  onlineNow: (db, scope, slice) =>
    membersFor(db, scope, { ...lookedFor(scope), online: true }, slice),
  nearYou: (db, scope, slice) =>
    membersFor(
      db,
      scope,
      {
        ...lookedFor(scope),
        country: null,
        circle: { centre: scope.member, km: Math.min(NEAR, wishesOf(scope.member).radius ?? NEAR) },
      },
      slice,
    ),
  newMembers: (db, scope, slice) => idsFound(db, newestMembers(scope, lookedFor(scope), slice)),
  viewedYou: (db, scope, slice) => idsOf(viewedYou(db, scope, slice)),
  likesYou: (db, scope, slice) => idsOf(likesYou(db, scope, slice)),
  matches: (db, scope, slice) => idsOf(matchesOf(db, scope, slice)),
  youLike: (db, scope, slice) => idsOf(youLike(db, scope, slice)),
  youViewed: (db, scope, slice) => idsOf(youViewed(db, scope, slice)),
}

async function withLikedParts(
  services: Services,
  scope: Scope,
  likers: readonly Card[],
): Promise<Card[]> {
  const likedBy = await likedOfViewer(
    services,
    scope,
    likers.map(({ id }) => id),
  )
  return likers.map((card) => ({ ...card, likedOfYours: likedBy(card.id) }))
}

/**
 * Standard members see only matches, which they know anyway; of the others only the number
 * (decisions §5).
 */
async function likersToShow(
  { db }: Services,
  scope: Scope,
  likers: readonly number[],
): Promise<number[]> {
  const { membership } = await billingStatusOf(db, scope)
  if (maySeeWhoLikes(scope.brand.billing.model, membership)) return [...likers]
  const liked = await likedAmong(db, scope, likers)
  return likers.filter((id) => liked.has(id))
}

const passedHandler = handle(passedPeople, async ({ query, scope, services }) => {
  const { page, count } = query
  const ids = await services.database.read((db) => idsOf(passedBy(db, scope, sliceOf(page, count))))
  const { rows, hasMore } = cutToPage(ids, count)
  return { members: await cardsOf(services, scope, rows), page, hasMore }
})

export const listHandlers: Handler[] = [widgetHandler, passedHandler]
