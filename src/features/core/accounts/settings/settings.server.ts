import { type Call, type Handler, handle } from '#api/call.server.ts'
import { ApiError } from '#api/errors.ts'
import type { Scope } from '#api/member.server.ts'
import type { Services } from '#api/services.server.ts'
import { switchedBy } from '#api/switches.ts'
import { firstMessagesOf } from '#core/people/first-messages/first-messages.sql.ts'
import { shownTo } from '#core/people/shown-to/shown-to.ts'
import {
  isShownOnOtherBrands,
  saveSafeMode,
  setVisibility,
} from '#core/people/shown-to/visibility.sql.ts'
import { DEFAULT_LOCALE } from '#lib/formats.ts'
import { leaveList, leftLists, rejoinList } from '#mail/lists.sql.ts'
import { ownPath } from '#sites/routes.ts'
import { settingsPage } from '#sites/settings-screens.ts'
import { mayRenameFrom } from '../changes/change-username.ts'
import { pendingEmail } from '../mailed-links/grants.sql.ts'
import { acceptMarketing, withdrawMarketing } from '../mailed-links/unsubscribe.sql.ts'
import { getSettings, saveSettings, setSafeMode } from './settings.contract.ts'
import { marketingAcceptedAt, saveDiscretion, saveDisplay, saveVisibility } from './settings.sql.ts'

const showHandler = handle(getSettings, async ({ scope, services }) => {
  const { db } = services
  const { member, brand, at } = scope
  const [firstMessages, onOtherBrands, left, consent, waiting, counts] = await Promise.all([
    firstMessagesOf(db, member.id),
    isShownOnOtherBrands(db, member.id),
    leftLists(db, member.email),
    marketingAcceptedAt(db, member.id),
    pendingEmail(db, member.id, brand.id, at),
    services.ownCounts(db, { accountId: member.id, at }),
  ])
  const fixedUntil = mayRenameFrom(member.usernameChangedAt)
  const shown = shownTo(member)
  return {
    shownTo: { to: shown.to, since: shown.since?.toISOString() ?? null },
    firstMessages,
    visibility: {
      shownOnOtherBrands: onOtherBrands,
      ...switchedBy(member, 'visibility'),
      sharesWithPartners: member.sharingAcceptedAt !== null,
    },
    mail: { news: consent !== null && !left.has('news'), activity: !left.has('activity') },
    locale: member.locale ?? DEFAULT_LOCALE,
    theme: member.theme,
    unit: member.distanceUnit ?? ('country' as const),
    discretion: switchedBy(member, 'discretion'),
    safeMode: member.safeMode,
    email: member.email,
    isEmailConfirmed: member.emailConfirmedAt !== null,
    pendingEmail: waiting,
    username: member.username,
    usernameFixedUntil: fixedUntil !== null && fixedUntil > at ? fixedUntil.toISOString() : null,
    counts,
  }
})

const saveHandler = handle(saveSettings, async ({ body, scope, services }) => {
  await save(services, scope, body)
  return { ok: true as const, next: settingsPage(body.section, body.section) }
})

async function save(
  { db }: Services,
  { member, at }: Scope,
  body: Call<typeof saveSettings>['body'],
): Promise<void> {
  switch (body.section) {
    case 'visibility':
      return db.transaction().execute(async (trx) => {
        const visibility = meant(body)
        await saveVisibility(trx, member.id, visibility, at)
        await setVisibility(trx, member.id, visibility, at)
      })
    case 'mail':
      // The lists are kept by address, so only its proven owner may join or leave them.
      if (member.emailConfirmedAt === null)
        throw new ApiError(
          'conflict',
          'Please confirm your e-mail address first: until then we send you nothing else.',
        )
      return db.transaction().execute(async (trx) => {
        if (body.only !== 'news') {
          if (body.activity) await rejoinList(trx, member.email, 'activity')
          else await leaveList(trx, member.email, 'activity', at)
        }
        if (body.only === 'activity') return
        if (body.news) {
          await rejoinList(trx, member.email, 'news')
          await acceptMarketing(trx, member.id, at)
        } else {
          await leaveList(trx, member.email, 'news', at)
          await withdrawMarketing(trx, member.email)
        }
      })
    case 'discretion':
      return saveDiscretion(db, member.id, meant(body))
    case 'dates':
      return saveDisplay(db, member.id, { locale: body.locale })
    case 'theme':
      return saveDisplay(db, member.id, { theme: body.theme })
    case 'units':
      return saveDisplay(db, member.id, {
        distance_unit: body.unit === 'country' ? null : body.unit,
      })
  }
}

/** Of switches that save themselves, the one that was touched. */
function meant<B extends { only?: (keyof B & string) | undefined }>(body: B): Partial<B> {
  return body.only === undefined ? body : ({ [body.only]: body[body.only] } as Partial<B>)
}

const safeModeHandler = handle(setSafeMode, async ({ body, scope, services }) => {
  await saveSafeMode(services.db, scope.member.id, body.on)
  return { safeMode: body.on, next: ownPath(body.back ?? null) ?? '/dashboard' }
})

export const settingsHandlers: Handler[] = [showHandler, saveHandler, safeModeHandler]
