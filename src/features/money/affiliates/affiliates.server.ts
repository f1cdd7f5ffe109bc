import { type Handler, handle } from '#api/call.server.ts'
import { ApiError } from '#api/errors.ts'
import { linkTo } from '#core/accounts/mails.ts'
import { lastSentBy } from '#core/accounts/sent-by.sql.ts'
import { usernamesOf } from '#core/accounts/usernames/usernames.sql.ts'
import { noticedAmong } from '#core/rules/hits.sql.ts'
import { DAY, later } from '#lib/clock.ts'
import { accountOf, COUNTED_DAYS } from './account/affiliate-account.server.ts'
import { takeChange } from './account/affiliate-changes.server.ts'
import { idInPageKey, isPageKey, openSecret, pageKey } from './account/affiliate-secrets.server.ts'
import {
  changeAffiliate,
  getAffiliate,
  getOwnAffiliate,
  listAffiliates,
} from './affiliates.contract.ts'
import { ownPagePath } from './arrivals/links.ts'
import { dayOf } from './payouts/days.sql.ts'
import { payoutsFile, waitingPayouts } from './payouts/payouts.server.ts'
import { affiliateBy, allAffiliates, balancesOf, daySums, postbacksOf } from './reading.sql.ts'
import { termsInWords } from './terms/terms-words.ts'
import { openTermsOf, termsNow } from './terms/terms.sql.ts'

const MOST_POSTBACKS = 30
const MOST_JOINED = 1000
const NOBODY = 'There is no affiliate of this name.'

const listHandler = handle(listAffiliates, async ({ services, at }) => {
  const { db } = services
  const since = dayOf(later(at, -COUNTED_DAYS * DAY))
  const [rows, waiting, csv] = await Promise.all([
    allAffiliates(db),
    waitingPayouts(services),
    payoutsFile(services),
  ])
  const affiliates = await Promise.all(
    rows.map(async ({ id, code, name, endedAt, stoppedAt }) => {
      const [terms, sums, balances] = await Promise.all([
        termsNow(db, id),
        daySums(db, id, since),
        balancesOf(db, id),
      ])
      const all = (what: 'arrivals' | 'joins' | 'confirmed') =>
        sums.reduce((sum, one) => sum + one[what], 0)
      return {
        code,
        name,
        hasEnded: endedAt !== null,
        isStopped: stoppedAt !== null,
        terms: terms ? termsInWords(terms) : null,
        balances,
        arrivals: all('arrivals'),
        joins: all('joins'),
        confirmed: all('confirmed'),
      }
    }),
  )
  return { affiliates, waiting: waiting.length, csv }
})

const getHandler = handle(getAffiliate, async ({ params, scope, services }) => {
  const { db, settings } = services
  const found = await affiliateBy(db, { code: params.code })
  if (!found) throw new ApiError('notFound', NOBODY)
  const { id, code, email, addedAt, endedAt, linkVersion, postbackUrl, stoppedAt } = found
  const [account, asked, postbacks, sent] = await Promise.all([
    accountOf(services, found),
    openTermsOf(db, id),
    postbacksOf(db, id, MOST_POSTBACKS),
    lastSentBy(db, code, MOST_JOINED),
  ])
  const [names, noticed] = await Promise.all([
    usernamesOf(db, asked ? [asked.askedBy] : []),
    noticedAmong(
      db,
      sent.map((one) => one.id),
    ),
  ])
  return {
    ...account,
    ...{ id, email, postbackUrl },
    addedAt: addedAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
    secret: openSecret(found.sealedSecret, code, settings.sessionSecret),
    page: linkTo(
      services,
      scope.brand,
      ownPagePath(pageKey(id, linkVersion, settings.sessionSecret)),
    ),
    asked: asked
      ? {
          words: termsInWords(asked),
          by: names.get(asked.askedBy) ?? 'somebody who has left',
          at: asked.askedAt.toISOString(),
        }
      : null,
    stoppedAt: stoppedAt?.toISOString() ?? null,
    postbacks: postbacks.map(({ queuedAt, sentAt, failedAt, ...one }) => ({
      ...one,
      at: queuedAt.toISOString(),
      is: sentAt ? ('sent' as const) : failedAt ? ('given up' as const) : ('waiting' as const),
    })),
    signs: {
      joined: sent.length,
      noticed,
      closed: sent.filter(({ bannedAt }) => bannedAt !== null).length,
    },
  }
})

const changeHandler = handle(changeAffiliate, async ({ body, scope, services }) => ({
  ok: true as const,
  next: await services.db.transaction().execute((trx) => takeChange(services, trx, scope, body)),
}))

/** Whoever has the address sees it: it is neither in a session nor in a cookie. */
const ownHandler = handle(getOwnAffiliate, async ({ params, services }) => {
  const id = idInPageKey(params.key)
  const found = id === null ? undefined : await affiliateBy(services.db, { id })
  if (!found || !isPageKey(params.key, found, services.settings.sessionSecret))
    throw new ApiError('notFound', 'There is no page at this address, or no more.')
  return accountOf(services, found)
})

export const affiliateHandlers: Handler[] = [listHandler, getHandler, changeHandler, ownHandler]
