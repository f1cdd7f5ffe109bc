import { type Handler, handle } from '../../api/router.server.ts'
import type { Services } from '../../api/services.server.ts'
import type { Db, Trx } from '../../db/connection.server.ts'
import type { Job } from '../../jobs/worker.server.ts'
import { DAY, later, MINUTE } from '../../lib/clock.ts'
import { brandById } from '../../sites/registry.ts'
import { contactOf } from '../accounts/account-status.sql.ts'
import { addresseeOf, usernamesOf } from '../accounts/accounts.sql.ts'
import { fraudBansReversedSince, fraudBansSince, isReversed, standingAmong } from '../enforcement/decisions.sql.ts'
import { identityOf } from '../fraud/fraud.server.ts'
import { forgetIdentity, keepIdentity, knownAmong } from '../fraud/identities.sql.ts'
import { fraudNoticeMail } from './fraud-notice-mail.ts'
import { dismissFraudNotice, getFraudNotices } from './fraud-notices.contract.ts'
import {
  addNotice,
  bansAbout,
  bansWithoutIdentity,
  closeNotice,
  correspondentsOf,
  identitiesOf,
  keepProgress,
  lockNextBan,
  noteFraudBan,
  noteIdentity,
  openNotices,
  unnotedAmong,
} from './fraud-notices.sql.ts'

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

/** The mailbox of somebody banned for fraud is known at their next registration, as long as a ban about it stands. */
async function noteBans({ db, clock, settings }: Services): Promise<void> {
  const since = later(clock.now(), -LOOK_BACK)
  const bans = await fraudBansSince(db, since, MOST_BANS)
  const news = await unnotedAmong(
    db,
    bans.map(({ id }) => id),
  )
  for (const ban of bans.filter(({ id }) => news.has(id))) {
    await db.transaction().execute(async (trx) => {
      const banned = await addresseeOf(trx, ban.accountId)
      const identity = banned && identityOf(settings.sessionSecret, banned.email)
      if ((await noteFraudBan(trx, { ...ban, identity: identity ?? null })) && identity) await keepIdentity(trx, identity, ban.at)
    })
  }
  const reversed = await fraudBansReversedSince(db, since, MOST_BANS)
  await noteIdentities(db, settings.sessionSecret, [...bans.map(({ id }) => id), ...reversed])
  for (const identity of await knownAmong(db, await identitiesOf(db, reversed))) {
    await db.transaction().execute(async (trx) => {
      const standing = await standingAmong(trx, await bansAbout(trx, identity))
      if (standing.size === 0) await forgetIdentity(trx, identity)
    })
  }
}

/** Of bans that were noted before the mailbox was. */
async function noteIdentities(db: Db, secret: string, ids: readonly number[]): Promise<void> {
  for (const { id, accountId } of await bansWithoutIdentity(db, ids)) {
    const banned = await addresseeOf(db, accountId)
    if (banned) await noteIdentity(db, id, identityOf(secret, banned.email))
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
