import { type Handler, handle } from '#api/call.server.ts'
import type { Scope } from '#api/member.server.ts'
import type { Services } from '#api/services.server.ts'
import { factsOfMembers } from '#core/people/facts.sql.ts'
import { inCommon } from '#core/people/said-by-both.ts'
import { later, MINUTE } from '#lib/clock.ts'
import { cutToPage } from '#lib/slice.ts'
import { maySeeWhoLikes } from '#members/likes/likes.ts'
import { likedOfViewer } from '#members/likes/parts.server.ts'
import { billingStatusOf } from '#money/checkout/billing-status.server.ts'
import type { Card } from '../cards/cards.contract.ts'
import { cardsOf } from '../cards/cards.server.ts'
import { NEAR } from '../lists/lists.ts'
import { newestMembers, searchFor } from '../search.sql.ts'
import { lookedFor, wishesOf } from '../wishes.server.ts'
import { home } from './home.contract.ts'
import { MOST_COUNTED, openFirstSteps, strangersAmong, visitHome } from './home.sql.ts'
import { type FirstStep, NEWCOMER_FOR, type NewsKind, newsKinds, showsStrangers } from './home.ts'

/** Faces of a line of news, and cards of new people. */
const FACES = 4
const NEW_PEOPLE = 8
/**
 * Of so many people near and new, those are shown whom the member has not met: so few are read in
 * an index's order.
 */
const CONSIDERED = 24
/** For those who have met most of them. */
const MANY_CONSIDERED = 240
/** So long a member is shown the same: who comes back to the dashboard finds them again. */
const SHOWN_FOR = MINUTE
/** Kinds of news that say what of the member's profile is liked. */
const likedIn: ReadonlySet<NewsKind> = new Set(['matches', 'likes'])

const homeHandler = handle(home, async ({ scope, services }) => {
  const [{ since, found, missing }, { todo, strangers }] = await Promise.all([
    visitHome(services.db, scope),
    startOf(services, scope),
  ])
  const shown = new Set<number>()
  const counted = newsKinds
    .map((kind) => ({ kind, ...withoutShown(found[kind], shown) }))
    .filter(({ ids }) => ids.length > 0)
  const hidden = await hiddenKinds(services, scope, counted)
  const unshown = (ids: readonly number[]): number[] =>
    ids.filter((id) => !shown.has(id)).slice(0, NEW_PEOPLE)
  const nearest = unshown(strangers)
  const people =
    nearest.length < NEW_PEOPLE && showsStrangers(todo)
      ? unshown(await strangersFor(services, scope, MANY_CONSIDERED))
      : nearest
  const faces = counted.flatMap(({ kind, ids }) => (hidden.has(kind) ? [] : ids.slice(0, FACES)))
  const likers = counted.flatMap(({ kind, ids }) =>
    likedIn.has(kind) && !hidden.has(kind) ? ids.slice(0, FACES) : [],
  )
  const [shownCards, likedBy, common] = await Promise.all([
    cardsOf(services, scope, [...faces, ...people]),
    likedOfViewer(services, scope, likers),
    commonWith(services, scope, people),
  ])
  const cards = new Map(
    shownCards.map((card) => [
      card.id,
      likers.includes(card.id) ? { ...card, likedOfYours: likedBy(card.id) } : card,
    ]),
  )
  const cardsFor = (ids: readonly number[]): Card[] => ids.flatMap((id) => cards.get(id) ?? [])
  return {
    since: since?.toISOString() ?? null,
    news: counted.map(({ kind, ids, isMore }) => ({
      kind,
      people: hidden.has(kind) ? [] : cardsFor(ids.slice(0, FACES)),
      count: ids.length,
      isMore,
    })),
    todo,
    missing: todo.length > 0 ? [] : missing,
    people: cardsFor(people).map((card) => ({ ...card, ...common(card.id) })),
  }
})

function withoutShown(
  all: readonly number[],
  shown: Set<number>,
): { ids: number[]; isMore: boolean } {
  const { rows: ids, hasMore: isMore } = cutToPage(all, MOST_COUNTED)
  const fresh = ids.filter((id) => !shown.has(id))
  for (const id of fresh) shown.add(id)
  return { ids: fresh, isMore }
}

/** Why these people: what they say as the member does. */
async function commonWith(
  { db }: Services,
  { member }: Scope,
  people: readonly number[],
): Promise<(id: number) => Pick<Card, 'inCommon'>> {
  const said = people.length === 0 ? [] : await factsOfMembers(db, { ids: [member.id, ...people] })
  const facts = new Map(said.map((one) => [one.id, one.facts]))
  return (id) => {
    const words = inCommon(facts.get(member.id) ?? {}, facts.get(id) ?? {})
    return words === null ? {} : { inCommon: words }
  }
}

/** Standard members learn how many like them, and not who (decisions §5). */
async function hiddenKinds(
  { db }: Services,
  scope: Scope,
  news: ReadonlyArray<{ kind: NewsKind }>,
): Promise<ReadonlySet<NewsKind>> {
  const { model } = scope.brand.billing
  if (!news.some(({ kind }) => kind === 'likes') || maySeeWhoLikes(model, 'standard'))
    return new Set()
  const { membership } = await billingStatusOf(db, scope)
  return maySeeWhoLikes(model, membership) ? new Set() : new Set(['likes'])
}

async function startOf(
  services: Services,
  scope: Scope,
): Promise<{ todo: FirstStep[]; strangers: number[] }> {
  const todo = await todoOf(services, scope)
  return {
    todo,
    strangers: showsStrangers(todo) ? await strangersFor(services, scope, CONSIDERED) : [],
  }
}

async function todoOf({ db }: Services, { member, at }: Scope): Promise<FirstStep[]> {
  return at.getTime() - member.createdAt.getTime() > NEWCOMER_FOR
    ? []
    : openFirstSteps(db, member.id)
}

/**
 * Who is near, and for members who named no distance also who is new in the country; nobody whom
 * the member has met. Of these searches only the ids are remembered, by what is looked for: who
 * ceases to be seen is not shown.
 */
function strangersFor(
  { db, remembered }: Services,
  scope: Scope,
  considered: number,
): Promise<number[]> {
  const { member, brand, at } = scope
  const wanted = lookedFor(scope)
  const { radius } = wishesOf(member)
  const { latitude, longitude } = member
  const asked = JSON.stringify([brand.id, considered, wanted, radius, latitude, longitude])
  return remembered.of(member.id, `strangers ${asked}`, at, async () => {
    const slice = { limit: considered, offset: 0 }
    const near = await searchFor(
      db,
      scope,
      { ...wanted, country: null, circle: { centre: member, km: radius ?? NEAR } },
      slice,
    )
    const value = await strangersAmong(
      db,
      scope,
      radius === null ? [near, newestMembers(scope, wanted, slice)] : [near],
      considered,
    )
    return { value, until: later(at, SHOWN_FOR) }
  })
}

export const homeHandlers: Handler[] = [homeHandler]
