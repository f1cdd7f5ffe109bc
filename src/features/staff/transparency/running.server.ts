import { changedSince, untoldChanges } from '#core/accounts/changes/account-changes.sql.ts'
import { firstAccountAt } from '#core/accounts/standing/account-facts.sql.ts'
import { type DeadlineName, deadlines } from '#core/tasks/deadlines.ts'
import type { Db, Trx } from '#db/connection.server.ts'
import { BATCH } from '#jobs/worker.server.ts'
import { later, MINUTE } from '#lib/clock.ts'
import { unsentMails } from '#mail/queue.sql.ts'
import { listsNotReadSince } from '#members/photos/hashes/checkpoints.sql.ts'
import { overdueReminders } from '#money/contracts/ending/reminders.sql.ts'
import { openRefunds } from '#money/orders/refunds.sql.ts'
import { brands } from '#sites/registry.ts'
import { fraudBansUntold } from '../messages/fraud-notices.server.ts'
import { priorities } from '../tickets/queue/ticket-list.ts'
import { ticketsDue } from '../tickets/queue/ticket-queue.sql.ts'
import { brandsWithoutReport } from './notes.sql.ts'

/** What a clock runs for: the name under which it is noted, and since when. */
export type Running = { item: string; startedAt: Date }

/** `before`: clocks that started later are of no interest yet. */
type Look = { at: Date; before: Date; isDemo: boolean }
type Reader = (db: Db | Trx, look: Look) => Promise<Running[]>

const mailsOf =
  (...kinds: string[]): Reader =>
  async (db, { before }) =>
    (await unsentMails(db, kinds, before, BATCH)).map(({ id, queuedAt }) => ({
      item: String(id),
      startedAt: queuedAt,
    }))

const both =
  (...readers: Reader[]): Reader =>
  async (db, look) => {
    const found: Running[] = []
    for (const reader of readers) found.push(...(await reader(db, look)))
    return found
  }

/**
 * Changes that are told of together wait for up to 23 hours before they are mailed, which is in
 * time: nothing is said of them until the task, or the mail, is late.
 */
const LATE = 15 * MINUTE

const gatheredChanges: Reader = async (db, { at, before }) => {
  const waiting = await untoldChanges(db, later(at, -LATE), BATCH)
  const mails = await unsentMails(db, ['accountChanged'], later(at, -LATE), BATCH)
  const since = await changedSince(
    db,
    mails.flatMap(({ accountId }) => accountId ?? []),
  )
  // Of a change that came after the mail nothing is known of the mail.
  const startOf = (accountId: number | null, queuedAt: Date) =>
    [since.get(accountId ?? 0), queuedAt].find((one) => one !== undefined && one <= queuedAt) ??
    queuedAt
  return [
    ...waiting.map(({ accountId, since: startedAt }) => ({
      item: `changes of ${accountId} since ${startedAt.toISOString()}`,
      startedAt,
    })),
    ...mails.map(({ id, accountId, queuedAt }) => ({
      item: String(id),
      startedAt: startOf(accountId, queuedAt),
    })),
  ].filter(({ startedAt }) => startedAt <= before)
}

const fraudBans: Reader = async (db, { at, before }) =>
  (await fraudBansUntold(db, { at, before }, BATCH)).map(({ id, at: startedAt }) => ({
    item: `ban ${id}`,
    startedAt,
  }))

const refunds: Reader = async (db, { before }) =>
  (await openRefunds(db, before, BATCH)).map(({ id, reference, askedAt }) => ({
    item: `${reference} ${id}`,
    startedAt: askedAt,
  }))

const reminders: Reader = async (db, { before }) =>
  (await overdueReminders(db, before, BATCH)).map(({ id, dueAt }) => ({
    item: `reminder of ${id} of ${dueAt.toISOString()}`,
    startedAt: dueAt,
  }))

const lists: Reader = async (db, { before }) =>
  (await listsNotReadSince(db, before)).map(({ name, readAt }) => ({
    item: `${name} since ${readAt.toISOString()}`,
    startedAt: readAt,
  }))

/** Since when a ticket is as urgent as it is, or open again. */
const ticketsOf =
  (name: 'urgentTicket' | 'soonTicket' | 'usualTicket'): Reader =>
  async (db, { before }) => {
    const { within } = deadlines[name]
    const rank = priorities.findIndex(({ deadline }) => deadline === name)
    const due = await ticketsDue(db, rank, later(before, within), BATCH)
    return due.map(({ id, dueAt }) => ({
      item: `ticket ${id} of ${dueAt.toISOString()}`,
      startedAt: later(dueAt, -within),
    }))
  }

/** Last year's, of a network that had members then. A demo owes nobody a report. */
const reports: Reader = async (db, { at, isDemo }) => {
  const year = at.getUTCFullYear() - 1
  const since = isDemo ? null : await firstAccountAt(db)
  if (since === null || since.getUTCFullYear() > year) return []
  const missing = await brandsWithoutReport(
    db,
    brands.map(({ id }) => id),
    year,
  )
  return missing.map((brand) => ({
    item: `${brand} ${year}`,
    startedAt: new Date(Date.UTC(year + 1, 0, 1)),
  }))
}

/** The mails and rows that each deadline without a task of staff is about. */
const readers = {
  fraudNotice: both(fraudBans, mailsOf('fraudNotice')),
  accountNotice: both(
    mailsOf(
      'passwordChanged',
      'passkeyAdded',
      'passkeyRemoved',
      'usernameChanged',
      'emailChanged',
      'secondFactor',
    ),
    gatheredChanges,
  ),
  withdrawalReceipt: mailsOf('withdrawalReceipt', 'cancellationReceipt', 'cancelled'),
  withdrawalRefund: refunds,
  statementOfReasons: mailsOf('decision'),
  renewalReminder: both(reminders, mailsOf('trialReminder', 'renewalReminder')),
  urgentTicket: ticketsOf('urgentTicket'),
  soonTicket: ticketsOf('soonTicket'),
  usualTicket: ticketsOf('usualTicket'),
  withdrawnHash: lists,
  transparencyReport: reports,
} as const satisfies Partial<Record<DeadlineName, Reader>>
export type WatchedName = keyof typeof readers
export const watched = Object.keys(readers) as WatchedName[]

export function runningSince(db: Db | Trx, name: WatchedName, look: Look): Promise<Running[]> {
  return readers[name](db, look)
}
