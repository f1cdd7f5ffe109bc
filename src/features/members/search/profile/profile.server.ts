import { sql } from 'kysely'
import { type Handler, handle } from '#api/call.server.ts'
import { ApiError } from '#api/errors.ts'
import type { Scope } from '#api/member.server.ts'
import type { Services } from '#api/services.server.ts'
import { factsInWords } from '#core/people/classifiers.ts'
import { factsAndIdentityOf } from '#core/people/edit/edit-profile.sql.ts'
import { ownProfile } from '#core/people/edit/own-profile.sql.ts'
import { identityInWords } from '#core/people/identity.ts'
import { answersOf, withQuestion } from '#core/people/prompts/prompts.sql.ts'
import { inCommon } from '#core/people/said-by-both.ts'
import { isNew, isOnline, lastSeenInWords } from '#core/people/shown-to/presence.ts'
import { isFoundBy, leavesTrace } from '#core/people/shown-to/shown-to.ts'
import { isVisible } from '#core/people/shown-to/visible.sql.ts'
import { stayOn } from '#core/people/shown-to/visiting.sql.ts'
import { dayOf } from '#core/people/shown-to/visiting.ts'
import { whereabouts } from '#core/places/bearings.ts'
import { distanceBand, unitOf } from '#core/places/distances.ts'
import { distanceKm } from '#core/places/places.ts'
import { ageOn } from '#lib/clock.ts'
import { maySeeWhoLikes } from '#members/likes/likes.ts'
import { partnersShown } from '#members/likes/partners.sql.ts'
import { ownPartsShown } from '#members/likes/parts.sql.ts'
import { mayWrite, writingRulesOf } from '#members/messages/writing/rules.ts'
import { whatToAsk } from '#members/photos/access/access.ts'
import {
  type PhotoViewer,
  photoOf,
  photoViewer,
  pictureOf,
} from '#members/photos/files/addresses.server.ts'
import { photosOf } from '#members/photos/photos.sql.ts'
import { billingStatusOf } from '#money/checkout/billing-status.server.ts'
import { recordView } from '../lists/views.sql.ts'
import { countSeen } from '../seen.server.ts'
import { type Profile, setLastViewedUser, viewProfile } from './profile.contract.ts'
import { visibleProfile } from './profile.sql.ts'

const viewHandler = handle(viewProfile, async ({ params, scope, services }) =>
  params.id === scope.member.id ? ownPage(services, scope) : pageOf(services, scope, params.id),
)

async function pageOf(services: Services, scope: Scope, memberId: number): Promise<Profile> {
  const { db } = services
  const { billing } = scope.brand
  const [row, { membership, credits }] = await Promise.all([
    visibleProfile(db, scope, memberId),
    billingStatusOf(db, scope),
    countSeen(services, scope, [memberId]),
  ])
  if (!row) throw new ApiError('unavailable')
  if (leavesTrace(scope.member)) await recordView(db, scope, memberId)
  const viewer = photoViewer(services, scope)
  const unit = unitOf(scope.member)
  const likesYou = row.likesYou && (row.isMatch || maySeeWhoLikes(billing.model, membership))
  const likedOfViewer = likesYou ? row.likedOfViewer : []
  const ownParts = await ownPartsShown(db, viewer, likedOfViewer)
  const written = mayWrite(writingRulesOf(billing), membership, credits ?? 0)
  return {
    ...toProfile(row, scope),
    prompts: row.prompts.map((prompt) => ({
      ...withQuestion(prompt),
      isLiked: row.likedParts.some((part) => part.prompt === prompt.id),
    })),
    photos: row.photos.map((photo) => photoOf(photo, viewer)),
    inLists: asInLists(row.photos[0], viewer),
    likedPhotos: row.likedParts.flatMap(({ photo }) => (photo > 0 ? [photo] : [])),
    facts: factsInWords(row.facts),
    inCommon: inCommon(row.ownFacts, row.facts),
    identity: identityInWords(row.gender, row.identity),
    // Whoever knows the member from a conversation alone sees no link.
    partners: namedPartners(row.partners, scope).filter(
      ({ isYou }) => isYou || isFoundBy(row, row.likesYou),
    ),
    asking: { for: whatToAsk(row.askable), isAsked: row.askable.isAsked },
    privateUntil: isoOf(row.askable.until),
    ownPrivate: {
      photos: row.ownPhotos.privatePhotos,
      isShown: row.ownPhotos.isGranted,
      until: isoOf(row.ownPhotos.until),
    },
    isOwn: false,
    distance: distanceBand(distanceKm(scope.member, row), unit),
    visiting: row.stay && {
      placeName: row.stay.placeName,
      until: row.stay.until,
      distance: distanceBand(distanceKm(scope.member, row.stay), unit),
    },
    location:
      billing.model !== 'credits'
        ? null
        : {
            price: billing.prices.revealLocation,
            words: row.isLocationRevealed ? whereabouts(scope.member, row, unit) : null,
          },
    isLiked: row.isLiked,
    isPassed: row.isPassed,
    likesYou,
    likedOfYours: ownParts(likedOfViewer),
    isMatch: row.isMatch,
    writing: row.isOpen
      ? { may: written.may, price: written.price, code: written.may ? null : written.code }
      : closed(written.price),
  }
}

/** Where the member takes no first message of the viewer. */
const closed = (price: number): Profile['writing'] => ({ may: false, price, code: 'verifiedOnly' })

type PhotoRow = NonNullable<Awaited<ReturnType<typeof visibleProfile>>>['photos'][number]

function asInLists(photo: PhotoRow | undefined, viewer: PhotoViewer): Profile['inLists'] {
  if (!photo || photo.is_private) return null
  return pictureOf(
    {
      ...photo,
      key: photo.card_key ?? photo.key,
      width: photo.card_width ?? photo.width,
      height: photo.card_height ?? photo.height,
      placeholder: photo.card_placeholder ?? photo.placeholder,
    },
    viewer,
  )
}

/** Read as JSON, a date is in PostgreSQL's words. */
function isoOf(date: Date | string | null): string | null {
  return date === null ? null : new Date(date).toISOString()
}

async function ownPage(services: Services, scope: Scope): Promise<Profile> {
  const { id } = scope.member
  const [row, photos, { facts, identity }, partners, prompts, stay] = await Promise.all([
    ownProfile(services.db, scope),
    photosOf(services.db, photoViewer(services, scope), id),
    factsAndIdentityOf(services.db, id),
    partnersShown(services.db, scope, id).execute(),
    answersOf(services.db, id),
    stayOn(services.db, dayOf(scope.at), sql.val(id)).executeTakeFirst(),
  ])
  const nobody = {
    inCommon: null,
    location: null,
    privateUntil: null,
    ownPrivate: { photos: 0, isShown: false, until: null },
    asking: { for: null, isAsked: false },
    isLiked: false,
    isPassed: false,
    likesYou: false,
    inLists: null,
    likedPhotos: [],
    likedOfYours: [],
    isMatch: false,
    writing: { may: false, price: 0, code: null },
  }
  const own = prompts.map((prompt) => ({ ...prompt, isLiked: false }))
  const said = {
    facts: factsInWords(facts),
    identity: identityInWords(row.gender, identity),
    partners: namedPartners(partners, scope),
  }
  const visiting = stay ? { placeName: stay.placeName, until: stay.until, distance: null } : null
  return {
    ...toProfile(row, scope),
    photos,
    prompts: own,
    ...said,
    isOwn: true,
    distance: null,
    visiting,
    ...nobody,
  }
}

function namedPartners(
  partners: ReadonlyArray<{ id: number; username: string | null }>,
  { member }: Scope,
): Profile['partners'] {
  return partners.flatMap(({ id, username }) => {
    const name = id === member.id ? member.username : username
    return name === null ? [] : [{ id, username: name, isYou: id === member.id }]
  })
}

function toProfile(row: Awaited<ReturnType<typeof ownProfile>>, { at }: Scope) {
  const {
    id,
    username,
    gender,
    lookingFor,
    placeName,
    region,
    country,
    headline,
    about,
    verifiedAt,
  } = row
  return {
    id,
    username,
    age: ageOn(row.birthday, at),
    gender,
    lookingFor,
    placeName,
    region,
    country,
    isOnline: isOnline(row.lastSeenAt, at),
    isNew: isNew(row.joinedAt, at),
    lastSeen: lastSeenInWords(row.lastSeenAt, at),
    headline,
    about,
    verifiedAt: verifiedAt?.toISOString() ?? null,
  }
}

const lastViewedHandler = handle(setLastViewedUser, async ({ body, scope, services }) => {
  if (!(await isVisible(services.db, scope, body.id))) throw new ApiError('unavailable')
  if (leavesTrace(scope.member)) await recordView(services.db, scope, body.id)
  return { ok: true as const }
})

export const profileHandlers: Handler[] = [viewHandler, lastViewedHandler]
