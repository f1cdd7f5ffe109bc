import { type Handler, handle } from '../../api/router.server.ts'
import type { Services } from '../../api/services.server.ts'
import type { Trx } from '../../db/connection.server.ts'
import type { Job } from '../../jobs/worker.server.ts'
import { DAY, later, MINUTE } from '../../lib/clock.ts'
import { brandById } from '../../sites/registry.ts'
import { contactOf } from '../accounts/account-status.sql.ts'
import { addresseeOf, usernamesOf } from '../accounts/accounts.sql.ts'
import { fraudBansReversedSince, fraudBansSince, isReversed } from '../enforcement/decisions.sql.ts'
import { identityOf } from '../fraud/fraud.server.ts'
import { forgetIdentity, keepIdentity } from '../fraud/identities.sql.ts'
import { fraudNoticeMail } from './fraud-notice-mail.ts'
import { dismissFraudNotice, getFraudNotices } from './fraud-notices.contract.ts'
import { addNotice, closeNotice, correspondentsOf, keepProgress, lockNextBan, noteFraudBan, openNotices } from './fraud-notices.sql.ts'

const noticesHandler = handle(getFraudNotices, async ({ scope, services: { db } }) => {
  const rows = await openNotices(db, scope.member.id)
  const names = await usernamesOf(
    db,
    rows.map(({ otherId }) => otherId),
  )
  return { notices: rows.map(({ id, otherId, at }) => ({ id, username: names.get(otherId) ?? '', at: at.toISOString() })) }
})

const dismissHandler = handle(dismissFraudNotice, async ({ body, scope, services }) => {
  await closeNotice(services.db, scope.member.id, body.id, scope.at)
  return { ok: true as const, next: '/messages' }
})

/** How far back a ban is looked for: longer than the product may stand still. */
const LOOK_BACK = 7 * DAY
const MOST_BANS = 500
/** People who are told in one transaction. */
const AT_ONCE = 100

/**
 * Tells everybody who wrote with somebody that was banned for fraud, each once, on whatever brand they are. A batch and
 * how far it got are one transaction: after a crash it goes on where it stopped.
 */
export const fraudNoticeJob: Job = {
  name: 'fraudNotices',
  period: MINUTE,
  start: (services) => ({
    async run(stopping) {
      await noteBans(services)
      let isMore = true
      while (isMore && !stopping.aborted) isMore = await services.db.transaction().execute((trx) => tellSome(services, trx))
    },
  }),
}

/** The mailbox of somebody banned for fraud is known at their next registration, as long as the ban stands. */
async function noteBans({ db, clock, settings }: Services): Promise<void> {
  const since = later(clock.now(), -LOOK_BACK)
  for (const ban of await fraudBansSince(db, since, MOST_BANS)) {
    await db.transaction().execute(async (trx) => {
      if (!(await noteFraudBan(trx, ban))) return
      const banned = await addresseeOf(trx, ban.accountId)
      if (banned) await keepIdentity(trx, identityOf(settings.sessionSecret, banned.email), ban.at)
    })
  }
  for (const accountId of await fraudBansReversedSince(db, since, MOST_BANS)) {
    await db.transaction().execute(async (trx) => {
      const cleared = await addresseeOf(trx, accountId)
      if (cleared) await forgetIdentity(trx, identityOf(settings.sessionSecret, cleared.email))
    })
  }
}

/** Returns whether there is more to do. */
async function tellSome(services: Services, trx: Trx): Promise<boolean> {
  const ban = await lockNextBan(trx)
  if (!ban) return false
  const at = services.clock.now()
  const people = (await isReversed(trx, ban.id)) ? [] : await correspondentsOf(trx, ban, ban.toldUntil, AT_ONCE)
  const otherName = (await usernamesOf(trx, [ban.accountId])).get(ban.accountId) ?? ''
  let told = 0
  for (const accountId of people) {
    if (!(await addNotice(trx, accountId, ban.accountId, at))) continue
    told += 1
    const contact = await contactOf(trx, accountId)
    const brand = contact && brandById(contact.brand)
    if (brand) await services.queueMail(trx, fraudNoticeMail(services, brand, { id: accountId, ...contact }, otherName))
  }
  const isDone = people.length < AT_ONCE
  await keepProgress(trx, ban.id, { toldUntil: people.at(-1) ?? ban.toldUntil, told, done: isDone ? at : null })
  return true
}

export const fraudNoticeHandlers: Handler[] = [noticesHandler, dismissHandler]
