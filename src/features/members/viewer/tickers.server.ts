import { type Handler, handle } from '#api/call.server.ts'
import type { Scope } from '#api/member.server.ts'
import type { Services } from '#api/services.server.ts'
import { getTickers, newNotifications, recordEvent } from '#core/live/tickers.contract.ts'
import { namedEvents, type Ticker, type Tickers, tickersSeenBy } from '#core/live/tickers.ts'
import { billingStatusOf } from '#money/checkout/billing-status.server.ts'
import { originOf } from '#sites/hosts.ts'
import { maySeeWhoLikes } from '../likes/likes.ts'
import { hasFullAccess } from '../onboarding/steps.ts'
import { countNews, latestNews, noteSeen, recordNamedEvent } from './tickers.sql.ts'

const MAX_NOTIFICATIONS = 20

export function knownNews(
  { db, remembered }: Pick<Services, 'db' | 'remembered'>,
  scope: Scope,
): Promise<Tickers> {
  return remembered.of(scope.member.id, `news ${scope.brand.id}`, scope.at, async () => ({
    value: await countNews(db, scope),
    until: null,
  }))
}

const tickersHandler = handle(getTickers, async ({ scope, services, host, headers }) => {
  // The member lost access while a page was open: the dashboard shows the terms that changed or the
  // step that opened.
  if (scope.member.terms !== 'accepted' || !hasFullAccess(scope.member.openSteps))
    headers.set(
      'X-Dating-Filter-Redirect',
      `${originOf('pages', host, services.address)}/dashboard`,
    )
  return knownNews(services, scope)
})

const kinds = {
  newMessages: 'message',
  newLikes: 'like',
  newMatches: 'match',
  newViews: 'view',
  newPhotoRequests: 'photoRequest',
  newPartnerInvitations: 'partnerInvitation',
} as const satisfies Record<Ticker, string>

const notificationsHandler = handle(newNotifications, async ({ scope, services }) => {
  const { membership } = await billingStatusOf(services.db, scope)
  const namesLikers = maySeeWhoLikes(scope.brand.billing.model, membership)
  const rows = await latestNews(services.db, scope, MAX_NOTIFICATIONS)
  return {
    notifications: rows.map(({ ticker, userId, username, at }) => ({
      kind: kinds[ticker],
      other: ticker === 'newLikes' && !namesLikers ? null : { userId, username },
      at: at.toISOString(),
    })),
  }
})

const eventHandler = handle(recordEvent, async ({ params, scope, services }) => {
  const { member, at } = scope
  const seen = tickersSeenBy(params.name)
  if (seen.length > 0) await noteSeen(services.db, member.id, seen, at)
  if (namedEvents.some((name) => name === params.name))
    await recordNamedEvent(services.db, member.id, params.name, at)
  return { ok: true as const }
})

export const tickerHandlers: Handler[] = [tickersHandler, notificationsHandler, eventHandler]
