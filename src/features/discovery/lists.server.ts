import { type Handler, handle } from '../../api/router.server.ts'
import type { Services } from '../../api/services.server.ts'
import type { Scope } from '../../api/session.server.ts'
import type { Db } from '../../db/connection.server.ts'
import { cutToPage, type Slice, sliceOf } from '../../lib/slice.ts'
import { billingStatusOf } from '../billing/billing-status.server.ts'
import { likedAmong, likesYou, matchesOf, youLike } from '../matching/likes.sql.ts'
import { maySeeWhoLikes } from '../matching/likes.ts'
import { cardsOf } from './cards.server.ts'
import { widget } from './lists.contract.ts'
import { type ListName, NEAR } from './lists.ts'
import { findMembers, newestMembers, type SearchCriteria } from './search.sql.ts'
import { MAX_PAGES } from './search.ts'
import { viewedYou, youViewed } from './views.sql.ts'

const widgetHandler = handle(widget, async ({ params, scope, services }) => {
  const { list, page, count } = params
  if (page > MAX_PAGES) return { members: [], hidden: 0, page, hasMore: false }
  const { rows, hasMore } = cutToPage(await ids[list](services.db, scope, sliceOf(page, count)), count)
  const known = list === 'likesYou' ? await likersToShow(services, scope, rows) : rows
  const members = await cardsOf(services, scope, known)
  return { members, hidden: rows.length - known.length, page, hasMore }
})

type Ids = (db: Db, scope: Scope, slice: Slice) => Promise<number[]>

const ids: Record<ListName, Ids> = {
  onlineNow: (db, scope, slice) => findMembers(db, scope, { ...lookedFor(scope), online: true }, slice),
  nearYou: (db, scope, slice) => findMembers(db, scope, { ...lookedFor(scope), circle: { centre: scope.member, km: NEAR } }, slice),
  newMembers: (db, scope, slice) => newestMembers(db, scope, slice),
  viewedYou,
  likesYou,
  matches: matchesOf,
  youLike,
  youViewed,
}

function lookedFor({ member }: Scope): SearchCriteria {
  return { gender: member.lookingFor, bornBetween: null, country: member.country, circle: null, online: false, withPhoto: false }
}

/** Standard members see only matches, which they know anyway; of the others only the number (decisions §5). */
async function likersToShow({ db }: Services, scope: Scope, likers: readonly number[]): Promise<number[]> {
  const { membership } = await billingStatusOf(db, scope)
  if (maySeeWhoLikes(scope.brand.billing.model, membership)) return [...likers]
  const liked = await likedAmong(db, scope, likers)
  return likers.filter((id) => liked.has(id))
}

export const listHandlers: Handler[] = [widgetHandler]
