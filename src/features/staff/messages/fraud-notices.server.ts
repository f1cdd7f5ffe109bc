import { type Handler, handle } from '#api/call.server.ts'
import type { Services } from '#api/services.server.ts'
import { addresseeOf } from '#core/accounts/accounts.sql.ts'
import { contactsWithin } from '#core/accounts/standing/account-status.sql.ts'
import { personForUpdate } from '#core/accounts/standing/standing.sql.ts'
import { usernamesOf } from '#core/accounts/usernames/usernames.sql.ts'
import { identityOf } from '#core/rules/fraud.server.ts'
import {
  forgetIdentity,
  keepIdentity,
  knownAmong,
  lockIdentity,
} from '#core/rules/identities.sql.ts'
import type { Db, Trx } from '#db/connection.server.ts'
import type { Job } from '#jobs/worker.server.ts'
import { DAY, later, MINUTE } from '#lib/clock.ts'
import { brandById } from '#sites/registry.ts'
import {
  type After,
  fraudBansAfter,
  fraudBansReversedAfter,
  isStanding,
  standingAmong,
} from '../decisions/decisions.sql.ts'
import { fraudNoticeMail } from './fraud-notice-mail.ts'
import { dismissFraudNotice, getFraudNotices } from './fraud-notices.contract.ts'
import {
  addNotices,
  bansAbout,
  bansToTell,
  bansWithoutIdentity,
  closeNotice,
  correspondentsOf,
  identitiesOf,
  keepProgress,
  lockNextBan,
  noteFraudBan,
  noteIdentity,
  type OpenBan,
  openNotices,
  unnotedAmong,
} from './fraud-notices.sql.ts'

const noticesHandler = handle(getFraudNotices, async ({ scope, services: { db } }) => {
  const rows = await openNotices(db, scope.member.id)
  const names = await usernamesOf(
    db,
    rows.map(({ otherId }) => otherId),
  )
  return {
    notices: rows.map(({ id, otherId, at }) => ({
      id,
      username: names.get(otherId) ?? '',
      at: at.toISOString(),
    })),
  }
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
 * Tells everybody who wrote with somebody that was banned for fraud, each once, on whatever brand
 * they are. Some of them and how far it got are one transaction: after a crash it goes on where it
 * stopped.
 */
export const fraudNoticeJob: Job = {
  name: 'fraudNotices',
  period: MINUTE,
  start: (services) => ({
    async run(stopping) {
      await noteBans(services, stopping)
      const failed = new Map<number, unknown>()
      for (let isMore = true; isMore && !stopping.aborted;) {
        let ban: OpenBan | undefined
        const told = services.db.transaction().execute(async (trx) => {
          ban = await lockNextBan(trx, [...failed.keys()])
          if (ban) await tellSome(services, trx, ban)
          return ban !== undefined
        })
        isMore = await told.catch((error: unknown) => {
          if (!ban) throw error
          // One that fails keeps no other waiting; the next run tries again.
          failed.set(ban.id, error)
          return true
        })
      }
      if (failed.size > 0) throw [...failed.values()][0]
    },
  }),
}

/**
 * The mailbox of somebody banned for fraud is known at their next registration, as long as a ban
 * about it stands.
 */
async function noteBans({ db, clock, settings }: Services, stopping: AbortSignal): Promise<void> {
  const since = later(clock.now(), -LOOK_BACK)
  await inPagesFrom(since, stopping, async (after) => {
    const bans = await fraudBansAfter(db, after, MOST_BANS)
    const ids = bans.map(({ id }) => id)
    const news = await unnotedAmong(db, ids)
    for (const ban of bans.filter(({ id }) => news.has(id))) {
      await db.transaction().execute(async (trx) => {
        // As whoever takes it back does: it was taken back before, or that waits until it is noted.
        await personForUpdate(trx, ban.accountId)
        if (!(await isStanding(trx, ban.id))) return
        const banned = await addresseeOf(trx, ban.accountId)
        const identity = banned && identityOf(settings.sessionSecret, banned.email)
        if ((await noteFraudBan(trx, { ...ban, identity: identity ?? null })) && identity)
          await keepIdentity(trx, identity, ban.at)
      })
    }
    await noteIdentities(db, settings.sessionSecret, ids)
    return bans
  })
  await inPagesFrom(since, stopping, async (after) => {
    const reversed = await fraudBansReversedAfter(db, after, MOST_BANS)
    const ids = reversed.map(({ id }) => id)
    await noteIdentities(db, settings.sessionSecret, ids)
    for (const identity of await knownAmong(db, await identitiesOf(db, ids))) {
      await db.transaction().execute(async (trx) => {
        // Locked before it is asked which bans stand: one that is noted meanwhile waits, or is
        // seen.
        if (!(await lockIdentity(trx, identity))) return
        const standing = await standingAmong(trx, await bansAbout(trx, identity))
        if (standing.size === 0) await forgetIdentity(trx, identity)
      })
    }
    return reversed
  })
}

/**
 * Bans of before a moment of which not everybody has been told, also where the task has not come as
 * far as to note them.
 */
export async function fraudBansUntold(
  db: Db | Trx,
  { at, before }: { at: Date; before: Date },
  most: number,
): Promise<Array<{ id: number; at: Date }>> {
  const noted = await bansToTell(db, before, most)
  const bans = (await fraudBansAfter(db, { at: later(at, -LOOK_BACK), id: 0 }, most)).filter(
    (ban) => ban.at <= before,
  )
  const news = await unnotedAmong(
    db,
    bans.map(({ id }) => id),
  )
  return [...noted, ...bans.filter(({ id }) => news.has(id))]
}

async function inPagesFrom(
  since: Date,
  stopping: AbortSignal,
  page: (after: After) => Promise<After[]>,
): Promise<void> {
  let after: After | undefined = { at: since, id: 0 }
  while (after && !stopping.aborted) {
    const rows: After[] = await page(after)
    after = rows.length < MOST_BANS ? undefined : rows.at(-1)
  }
}

/** Of bans that were noted before the mailbox was. */
async function noteIdentities(db: Db, secret: string, ids: readonly number[]): Promise<void> {
  for (const { id, accountId } of await bansWithoutIdentity(db, ids)) {
    const banned = await addresseeOf(db, accountId)
    if (banned) await noteIdentity(db, id, identityOf(secret, banned.email))
  }
}

async function tellSome(services: Services, trx: Trx, ban: OpenBan): Promise<void> {
  const at = services.clock.now()
  // Whoever takes the ban back waits until these are told, or has done so before.
  await personForUpdate(trx, ban.accountId)
  const people = (await isStanding(trx, ban.id))
    ? await correspondentsOf(trx, ban, ban.toldUntil, AT_ONCE)
    : []
  const otherName = (await usernamesOf(trx, [ban.accountId])).get(ban.accountId) ?? ''
  const told = await addNotices(trx, people, ban.accountId, at)
  const contacts = await contactsWithin(trx, [...told])
  for (const [accountId, contact] of contacts) {
    const brand = brandById(contact.brand)
    if (brand)
      await services.queueMail(
        trx,
        fraudNoticeMail(services, brand, { id: accountId, ...contact }, otherName),
      )
  }
  const isDone = people.length < AT_ONCE
  await keepProgress(trx, ban.id, {
    toldUntil: people.at(-1) ?? ban.toldUntil,
    told: told.size,
    done: isDone ? at : null,
  })
}

export const fraudNoticeHandlers: Handler[] = [noticesHandler, dismissHandler]
