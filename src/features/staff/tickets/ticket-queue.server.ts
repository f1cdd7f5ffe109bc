import { type Handler, handle } from '../../../api/call.server.ts'
import { ApiError, fieldError } from '../../../api/errors.ts'
import { claimOf, once } from '../../../api/idempotency.server.ts'
import type { Scope } from '../../../api/member.server.ts'
import type { Db, Trx } from '../../../db/connection.server.ts'
import { later } from '../../../lib/clock.ts'
import { brandById } from '../../../sites/registry.ts'
import { accountFacts, standingsOf } from '../../core/accounts/account-facts.sql.ts'
import { contactOf, contactsOf } from '../../core/accounts/account-status.sql.ts'
import { recordAccesses } from '../../core/audit/accesses.sql.ts'
import { recordAct } from '../../core/audit/audit.sql.ts'
import { reportCounts } from '../../members/reports/report.sql.ts'
import { chargeCounts } from '../../money/orders/payments.sql.ts'
import { supportLink } from './agent-links.server.ts'
import { ticketCounts } from './agent-view.sql.ts'
import { categoryOf, priorityAt, rankOf } from './priorities.ts'
import { repliesOf, type TicketReply } from './replies.sql.ts'
import { replyAddress } from './reply-address.server.ts'
import {
  answerTicket,
  closeTicket,
  getTickets,
  makeSupportLink,
  mergeTicket,
  noteTicket,
  raiseTicket,
  releaseTicket,
  reopenTicket,
  snoozeTicket,
  type AskerStanding,
  takeTicket,
  type Ticket,
} from './ticket-queue.contract.ts'
import {
  addNote,
  answersOf,
  answerTimes,
  countOpen,
  countTickets,
  endTicket,
  insertAnswer,
  keepOpen,
  leaseTicket,
  type LockedTicket,
  lockTicket,
  mergeInto,
  notesOf,
  openAgain,
  partsOf,
  raise,
  relatedTo,
  snooze,
  ticketsIn,
} from './ticket-queue.sql.ts'
import { answerMail, LEASE, queuePath, snoozes, TICKETS_A_PAGE } from './ticket-queue.ts'

const queueHandler = handle(getTickets, async ({ query, scope, services: { db } }) => {
  const { at } = scope
  const isList = query.figures === ''
  const [rows, count, open, times] = await Promise.all([
    isList ? ticketsIn(db, { ...query, at }) : [],
    isList ? countTickets(db, { ...query, at }) : 0,
    countOpen(db, at),
    answerTimes(db, query.brand),
  ])
  // The list shows what people wrote.
  const seen = rows.flatMap(({ id, accountId }) =>
    accountId === null
      ? []
      : [{ subjectId: accountId, what: 'ticket' as const, why: { ticket: id } }],
  )
  await recordAccesses(db, scope, seen)
  return {
    tickets: await presented(db, rows, scope),
    pages: Math.max(1, Math.ceil(count / TICKETS_A_PAGE)),
    open: open.map((one) => ({
      ...one,
      oldest: one.oldest?.toISOString() ?? null,
      nextDue: one.nextDue?.toISOString() ?? null,
    })),
    times,
  }
})

const answerHandler = handle(answerTicket, async (call) => {
  const { body, scope, services } = call
  const { id, brand, answer } = body
  const { member, at } = scope
  const keepsOpen = body.keepsOpen === 'yes'
  const claim = claimOf(call, 'POST /staff/answerTicket', member.id)
  const key = claim.key ?? body.key ?? null
  return once(services.db, { ...claim, key }, async (trx) => {
    const ticket = await openTicket(trx, scope, id)
    const asked = brandById(ticket.brand)
    if (!asked) throw new TypeError(`a ticket of ${ticket.brand}, which is no brand`)
    const parts = await partsOf(trx, id)
    await assertRead(trx, id, parts, body)
    const earlier = await answersOf(trx, [id, ...parts])
    const number = await insertAnswer(trx, id, { by: member.id, answer, at })
    if (keepsOpen) await keepOpen(trx, ticket, at)
    else await endTicket(trx, id, { by: member.id, at })
    const contact = ticket.accountId === null ? null : await contactOf(trx, ticket.accountId)
    const replyTo = replyAddress(
      services,
      { ticketId: id, accountId: ticket.accountId, brand: asked },
      at,
    )
    const answered = { ...ticket, isProven: contact?.email === ticket.email }
    await services.queueMail(
      trx,
      answerMail(services, asked, answered, answer, {
        number,
        earlier,
        parts,
        replyTo,
      }),
    )
    await record(trx, scope, 'staff.answerTicket', ticket)
    const done = `${keepsOpen ? 'kept' : 'answered'}-${id}`
    return { ok: true as const, next: queuePath({ brand, done }) }
  })
})

const closeHandler = handle(closeTicket, async ({ body, scope, services }) => {
  const { id, brand } = body
  await services.db.transaction().execute(async (trx) => {
    const ticket = await openTicket(trx, scope, id)
    await assertRead(trx, id, await partsOf(trx, id), body)
    await endTicket(trx, id, { by: scope.member.id, at: scope.at })
    await record(trx, scope, 'staff.closeTicket', ticket)
  })
  return { ok: true as const, next: queuePath({ brand, done: `closed-${id}` }) }
})

const takeHandler = handle(
  takeTicket,
  async ({ body: { id, brand, override }, scope, services }) => {
    const { member, at } = scope
    await services.db.transaction().execute(async (trx) => {
      const ticket = await unclosed(trx, scope, id)
      const holder = holderOf(ticket, at)
      if (holder !== null && holder !== member.id) {
        if (override !== 'yes') throw await taken(trx, ticket, holder)
        await record(trx, scope, 'staff.overrideTicket', ticket, { from: holder })
      } else if (holder === null) {
        await record(trx, scope, 'staff.takeTicket', ticket)
      }
      await leaseTicket(trx, id, { by: member.id, until: later(at, LEASE) })
      if (ticket.accountId !== null)
        await recordAccesses(trx, scope, [
          { subjectId: ticket.accountId, what: 'ticket', why: { ticket: id } },
        ])
    })
    return { ok: true as const, next: `${queuePath({ brand, done: `taken-${id}` })}#ticket-${id}` }
  },
)

const releaseHandler = handle(releaseTicket, async ({ body: { id, brand }, scope, services }) => {
  await services.db.transaction().execute(async (trx) => {
    const ticket = await known(trx, id)
    if (holderOf(ticket, scope.at) === scope.member.id) await leaseTicket(trx, id, null)
  })
  return { ok: true as const, next: queuePath({ brand, done: `released-${id}` }) }
})

const noteHandler = handle(noteTicket, async ({ body: { id, brand, note }, scope, services }) => {
  const show = await services.db.transaction().execute(async (trx) => {
    const ticket = await known(trx, id)
    await addNote(trx, { ticketId: id, by: scope.member.id, body: note, at: scope.at })
    await record(trx, scope, 'staff.noteTicket', ticket)
    return ticket.closedAt === null ? ('open' as const) : ('closed' as const)
  })
  return {
    ok: true as const,
    next: `${queuePath({ brand, show, done: `noted-${id}` })}#ticket-${id}`,
  }
})

const snoozeHandler = handle(
  snoozeTicket,
  async ({ body: { id, brand, for: length }, scope, services }) => {
    const chosen = snoozes.find(({ value }) => value === length)
    await services.db.transaction().execute(async (trx) => {
      const ticket = await openTicket(trx, scope, id)
      await snooze(trx, id, chosen ? later(scope.at, chosen.length) : null)
      await record(trx, scope, 'staff.snoozeTicket', ticket, { for: length })
    })
    return {
      ok: true as const,
      next: queuePath({ brand, done: `${chosen ? 'snoozed' : 'woken'}-${id}` }),
    }
  },
)

const raiseHandler = handle(
  raiseTicket,
  async ({ body: { id, brand, priority }, scope, services }) => {
    await services.db.transaction().execute(async (trx) => {
      const ticket = await openTicket(trx, scope, id)
      if (rankOf(priority) <= ticket.rank)
        throw fieldError('priority', 'This ticket is as urgent already.')
      await raise(trx, id, rankOf(priority), scope.at)
      await record(trx, scope, 'staff.raiseTicket', ticket, { priority })
    })
    return { ok: true as const, next: `${queuePath({ brand, done: `raised-${id}` })}#ticket-${id}` }
  },
)

const mergeHandler = handle(mergeTicket, async ({ body: { id, brand, into }, scope, services }) => {
  if (id === into)
    throw fieldError('into', 'This is the ticket itself. Please give the number of the other one.')
  await services.db.transaction().execute(async (trx) => {
    // In one order, so that two who merge each into the other wait for one another.
    for (const number of [id, into].toSorted((a, b) => a - b)) await lockTicket(trx, number)
    const ticket = await openTicket(trx, scope, id)
    const other = await lockTicket(trx, into)
    if (
      !other ||
      other.accountId === null ||
      other.accountId !== ticket.accountId ||
      other.brand !== ticket.brand
    ) {
      throw fieldError('into', `Ticket ${into} is not one of the same member on the same site.`)
    }
    if (other.closedAt !== null)
      throw fieldError('into', `Ticket ${into} is closed. Open it again first.`)
    if ((await partsOf(trx, id)).length > 0)
      throw fieldError(
        'into',
        `Ticket ${id} has others in it. Put ticket ${into} into this one instead.`,
      )
    await mergeInto(trx, ticket, { into, by: scope.member.id, at: scope.at })
    await record(trx, scope, 'staff.mergeTicket', ticket, { into })
  })
  return { ok: true as const, next: `${queuePath({ brand, done: `merged-${id}` })}#ticket-${into}` }
})

const reopenHandler = handle(reopenTicket, async ({ body: { id, brand }, scope, services }) => {
  await services.db.transaction().execute(async (trx) => {
    const ticket = await known(trx, id)
    if (ticket.closedAt === null)
      throw new ApiError('conflict', { detail: `Ticket ${id} is open already.` })
    await openAgain(trx, ticket, scope.at)
    if (ticket.mergedInto === null) await record(trx, scope, 'staff.reopenTicket', ticket)
    else await record(trx, scope, 'staff.splitTicket', ticket, { from: ticket.mergedInto })
  })
  return { ok: true as const, next: `${queuePath({ brand, done: `reopened-${id}` })}#ticket-${id}` }
})

const linkHandler = handle(makeSupportLink, async ({ body, scope, services }) =>
  services.db.transaction().execute(async (trx) => {
    const account = await accountFacts(trx, body.id)
    const brand = account && brandById(account.brand)
    if (!brand) throw new ApiError('unavailable')
    if (account.staffSince !== null)
      throw new ApiError('forbidden', {
        detail: 'This is an account of staff. The operator alone makes such a link.',
      })
    const link = supportLink(
      services,
      { brand, memberId: account.id, agent: scope.member.username },
      scope.at,
    )
    if (link === null)
      throw new ApiError('conflict', {
        detail: 'There is no support view: it is not set up on this network.',
      })
    await recordAct(trx, scope, { action: 'staff.supportLink', subjectId: account.id })
    return { link, username: account.username }
  }),
)

/** Throws `notFound`. */
async function known(trx: Trx, id: number): Promise<LockedTicket> {
  const ticket = await lockTicket(trx, id)
  if (!ticket) throw new ApiError('notFound', { detail: 'There is no such ticket.' })
  return ticket
}

type Read = { upTo?: number | undefined; parts?: number | undefined; answers?: number | undefined }

/** Throws `conflict` where an answer by mail, or another ticket, came to this one that is not on the page of whoever decides. */
async function assertRead(
  trx: Trx,
  id: number,
  partIds: readonly number[],
  { upTo, parts, answers }: Read,
): Promise<void> {
  const isUnread = (what: string) =>
    new ApiError('conflict', {
      detail: `${what} since you opened the page. Please read it first. Nothing was sent.`,
    })
  if (parts !== undefined && partIds.length > parts)
    throw isUnread('Another ticket was made part of this one')
  if (answers !== undefined && (await answersOf(trx, [id])).length > answers)
    throw isUnread('Somebody has answered this ticket, and kept it open,')
  if (
    upTo !== undefined &&
    (await repliesOf(trx, [id, ...partIds])).some((reply) => reply.id > upTo)
  )
    throw isUnread('An answer by mail has come to this ticket')
}

/** Of two requests that close a ticket, the second reads who was faster. */
async function unclosed(trx: Trx, scope: Scope, id: number): Promise<LockedTicket> {
  const ticket = await known(trx, id)
  if (ticket.closedAt === null) return ticket
  const who = ticket.closedBy === scope.member.id ? 'You have' : 'Somebody else has'
  throw new ApiError('conflict', {
    detail: `${who} closed ticket ${id} already. Nothing was sent.`,
  })
}

/** An open ticket that nobody else is answering. */
async function openTicket(trx: Trx, scope: Scope, id: number): Promise<LockedTicket> {
  const ticket = await unclosed(trx, scope, id)
  const holder = holderOf(ticket, scope.at)
  if (holder !== null && holder !== scope.member.id) throw await taken(trx, ticket, holder)
  return ticket
}

function holderOf(
  { leasedBy, leasedUntil }: { leasedBy: number | null; leasedUntil: Date | null },
  at: Date,
): number | null {
  return leasedUntil !== null && leasedUntil > at ? leasedBy : null
}

async function taken(trx: Trx, { id }: LockedTicket, holder: number): Promise<ApiError> {
  const who = (await contactsOf(trx, [holder])).get(holder)?.username ?? 'Somebody else'
  return new ApiError('conflict', {
    detail: `${who} is answering ticket ${id}. Take it over first, if you mean to. Nothing was sent or changed.`,
  })
}

async function record(
  trx: Trx,
  scope: Scope,
  action: string,
  { id, brand, accountId }: LockedTicket,
  more: Record<string, string | number> = {},
) {
  await recordAct(trx, scope, {
    action,
    subjectId: accountId,
    details: { ticket: id, brand, ...more },
  })
}

async function presented(
  db: Db,
  rows: Awaited<ReturnType<typeof ticketsIn>>,
  { member, at }: Scope,
): Promise<Ticket[]> {
  const related = await relatedTo(
    db,
    rows.map(({ id }) => id),
    rows.flatMap(({ followsId }) => followsId ?? []),
  )
  const ids = [...rows, ...related].map(({ id }) => id)
  const [answers, notes, replies] = await Promise.all([
    answersOf(db, ids),
    notesOf(db, ids),
    repliesOf(db, ids),
  ])
  const staff = [
    ...rows.flatMap(({ closedBy, leasedBy }) => [closedBy, leasedBy]),
    ...[...answers, ...notes].map(({ by }) => by),
  ]
  const writers = rows.flatMap(({ accountId }) => accountId ?? [])
  const everybody = [...new Set([...writers, ...staff.filter((id) => id !== null)])]
  const [people, standings] = await Promise.all([
    contactsOf(db, everybody),
    standingsFor(db, [...new Set(writers)]),
  ])
  const nameOf = (id: number | null) => people.get(id ?? 0)?.username ?? null
  const saidOn = (said: typeof notes, ...about: number[]) =>
    said
      .filter((one) => about.includes(one.ticketId))
      .map(({ by, body, at: when }) => ({ by: nameOf(by), text: body, at: when.toISOString() }))
  return rows.map((row) => {
    const { id, accountId, email, closedAt } = row
    const writer = people.get(accountId ?? 0)
    const holder = holderOf(row, at)
    const isSnoozed = row.snoozedUntil !== null && row.snoozedUntil > at
    return {
      id,
      brand: row.brand,
      subject: row.subject,
      message: row.body,
      email,
      isProven: writer?.provenEmail === email,
      member:
        accountId !== null && writer
          ? { id: accountId, username: writer.username, standing: standings.get(accountId) ?? null }
          : null,
      questionId: row.questionId,
      writtenAt: row.createdAt.toISOString(),
      category: categoryOf(row.category),
      priority: priorityAt(row.rank).value,
      dueAt: row.dueAt.toISOString(),
      heldBy:
        holder === null
          ? null
          : {
              username: nameOf(holder) ?? '',
              isMe: holder === member.id,
              until: row.leasedUntil?.toISOString() ?? '',
            },
      snoozedUntil: isSnoozed ? (row.snoozedUntil?.toISOString() ?? null) : null,
      answers: saidOn(answers, id),
      replies: repliesOn(replies, id),
      related: related
        .filter((one) => one.mergedInto === id || one.id === row.followsId)
        .map((one) => ({
          id: one.id,
          isPart: one.mergedInto === id,
          subject: one.subject,
          message: one.body,
          writtenAt: one.createdAt.toISOString(),
          answers: saidOn(answers, one.id),
          replies: repliesOn(replies, one.id),
        })),
      mergedInto: row.mergedInto,
      notes: saidOn(
        notes,
        id,
        ...related.filter(({ mergedInto }) => mergedInto === id).map((one) => one.id),
      ),
      closed: closedAt && {
        at: closedAt.toISOString(),
        by: nameOf(row.closedBy),
        isAnswered: row.isAnswered,
      },
    }
  })
}

function repliesOn(replies: readonly TicketReply[], ticketId: number): Ticket['replies'] {
  return replies
    .filter((one) => one.ticketId === ticketId)
    .map(({ id, body, folded, filesLeftOut, at }) => ({
      id,
      text: body,
      folded,
      filesLeftOut,
      at: at.toISOString(),
    }))
}

async function standingsFor(
  db: Db,
  accountIds: readonly number[],
): Promise<Map<number, AskerStanding>> {
  const [accounts, payments, tickets, reports] = await Promise.all([
    standingsOf(db, accountIds),
    chargeCounts(db, accountIds),
    ticketCounts(db, accountIds),
    reportCounts(db, accountIds),
  ])
  return new Map(
    accounts.map(({ id, brand, createdAt, bannedAt, premiumUntil }) => [
      id,
      {
        brand,
        joinedAt: createdAt.toISOString(),
        bannedAt: bannedAt?.toISOString() ?? null,
        premiumUntil: premiumUntil?.toISOString() ?? null,
        payments: payments.get(id) ?? 0,
        tickets: tickets.get(id) ?? 0,
        reportsBy: reports.by.get(id) ?? 0,
        reportsAbout: reports.about.get(id) ?? 0,
      },
    ]),
  )
}

export const ticketQueueHandlers: Handler[] = [
  queueHandler,
  answerHandler,
  closeHandler,
  takeHandler,
  releaseHandler,
  noteHandler,
  snoozeHandler,
  raiseHandler,
  mergeHandler,
  reopenHandler,
  linkHandler,
]
