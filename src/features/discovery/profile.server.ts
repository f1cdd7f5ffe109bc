import { ApiError } from '../../api/errors.ts'
import { type Handler, handle } from '../../api/router.server.ts'
import type { Services } from '../../api/services.server.ts'
import type { Scope } from '../../api/session.server.ts'
import { ageOn } from '../../lib/clock.ts'
import { billingStatusOf } from '../billing/billing-status.server.ts'
import { maySeeWhoLikes } from '../matching/likes.ts'
import { mayWrite, writingRulesOf } from '../messaging/rules.ts'
import { factsInWords } from '../people/classifiers.ts'
import { factsOf } from '../people/edit-profile.sql.ts'
import { ownProfile } from '../people/own-profile.sql.ts'
import { isNew, isOnline, lastSeenInWords } from '../people/presence.ts'
import { isVisible } from '../people/visible.sql.ts'
import { whatToAsk } from '../photos/access.ts'
import { photoViewer, pictureOf } from '../photos/addresses.server.ts'
import { photosOf } from '../photos/photos.sql.ts'
import { distanceBand, distanceKm } from '../places/places.ts'
import { type Profile, setLastViewedUser, viewProfile } from './profile.contract.ts'
import { visibleProfile } from './profile.sql.ts'
import { countSeen } from './seen.server.ts'
import { recordView } from './views.sql.ts'

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
  if (scope.member.notesVisits) await recordView(db, scope, memberId)
  const viewer = photoViewer(services, scope)
  const written = mayWrite({ isSupport: row.isSupport }, writingRulesOf(billing), membership, credits ?? 0)
  return {
    ...toProfile(row, scope),
    photos: row.photos.map((photo) => pictureOf(photo, viewer)),
    facts: factsInWords(row.facts),
    asking: { for: whatToAsk(row.askable), isAsked: row.askable.isAsked },
    isOwn: false,
    distance: distanceBand(distanceKm(scope.member, row)),
    isLiked: row.isLiked,
    likesYou: row.likesYou && (row.isMatch || maySeeWhoLikes(billing.model, membership)),
    isMatch: row.isMatch,
    writing: { may: written.may, price: written.price, code: written.may ? null : written.code },
  }
}

async function ownPage(services: Services, scope: Scope): Promise<Profile> {
  const { id } = scope.member
  const [row, photos, facts] = await Promise.all([
    ownProfile(services.db, scope),
    photosOf(services.db, photoViewer(services, scope), id),
    factsOf(services.db, id),
  ])
  const nobody = {
    asking: { for: null, isAsked: false },
    isLiked: false,
    likesYou: false,
    isMatch: false,
    writing: { may: false, price: 0, code: null },
  }
  return { ...toProfile(row, scope), photos, facts: factsInWords(facts), isOwn: true, distance: null, ...nobody }
}

function toProfile(row: Awaited<ReturnType<typeof ownProfile>>, { at }: Scope) {
  const { id, username, gender, lookingFor, placeName, region, country, headline, about } = row
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
  }
}

const lastViewedHandler = handle(setLastViewedUser, async ({ body, scope, services }) => {
  if (!(await isVisible(services.db, scope, body.id))) throw new ApiError('unavailable')
  if (scope.member.notesVisits) await recordView(services.db, scope, body.id)
  return { ok: true as const }
})

export const profileHandlers: Handler[] = [viewHandler, lastViewedHandler]
