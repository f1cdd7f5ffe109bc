import type { Scope } from '#api/member.server.ts'
import { helpCategories } from '#content/help-categories.ts'
import { localesOf, standingsOf } from '#core/accounts/standing/account-facts.sql.ts'
import { contactsOf } from '#core/accounts/standing/account-status.sql.ts'
import type { Db } from '#db/connection.server.ts'
import { reportCounts } from '#members/reports/report.sql.ts'
import { chargeCounts, lastCharges, type RefundableCharge } from '#money/orders/payments.sql.ts'
import { formatMoney } from '#money/prices/price-list.ts'
import { opens } from '#sites/staff-roles.ts'
import { dayInWords } from '#staff/decisions/statements/statements.ts'
import { ticketCounts } from '../agent/agent-view.sql.ts'
import { repliesOf } from '../by-mail/replies.sql.ts'
import { picturesOf } from '../pictures/ticket-pictures.sql.ts'
import { picturesWith } from '../pictures/ticket-pictures.ts'
import { categoryOf, priorityAt } from '../priorities.ts'
import {
  type AskerStanding,
  type ListedTicket,
  SEE_HELD,
  type Ticket,
} from './ticket-queue.contract.ts'
import { answersOf, notesOf, relatedTo, type TicketRow, ticketTags } from './ticket-queue.sql.ts'
import { brandName } from './ticket-queue.ts'

/** Who answers it just now. */
export function holderOf(
  { leasedBy, leasedUntil }: { leasedBy: number | null; leasedUntil: Date | null },
  at: Date,
): number | null {
  return leasedUntil !== null && leasedUntil > at ? leasedBy : null
}

/** As the list shows them; bodies stay on the server. */
export async function listedOf(
  db: Db,
  rows: readonly TicketRow[],
  { member, at }: Scope,
): Promise<ListedTicket[]> {
  const writers = rows.flatMap(({ accountId }) => accountId ?? [])
  const staff = rows.flatMap(({ leasedBy, assignedTo }) =>
    [leasedBy ?? [], assignedTo ?? []].flat(),
  )
  const [people, languages, tags] = await Promise.all([
    contactsOf(db, [...new Set([...writers, ...staff])]),
    localesOf(db, [...new Set(writers)]),
    ticketTags(
      db,
      rows.map(({ id }) => id),
    ),
  ])
  const personOf = (id: number) => ({
    username: people.get(id)?.username ?? '',
    isMe: id === member.id,
  })
  return rows.map((row) => {
    const holder = holderOf(row, at)
    const category = categoryOf(row.category)
    const isSnoozed = row.snoozedUntil !== null && row.snoozedUntil > at
    return {
      id: row.id,
      brand: row.brand,
      subject: row.subject,
      from: people.get(row.accountId ?? 0)?.username ?? null,
      language: languages.get(row.accountId ?? 0) ?? null,
      category,
      about: category === null ? null : helpCategories[category],
      priority: priorityAt(row.rank).value,
      writtenAt: row.createdAt.toISOString(),
      dueAt: row.dueAt.toISOString(),
      snoozedUntil: isSnoozed ? (row.snoozedUntil?.toISOString() ?? null) : null,
      closedAt: row.closedAt?.toISOString() ?? null,
      heldBy:
        holder === null
          ? null
          : { ...personOf(holder), until: row.leasedUntil?.toISOString() ?? '' },
      assignedTo: row.assignedTo === null ? null : personOf(row.assignedTo),
      tags: tags.flatMap(({ ticketId, tag }) => (ticketId === row.id ? tag : [])),
    }
  })
}

const MOST_CHARGES = 10

export async function presented(db: Db, row: TicketRow, scope: Scope): Promise<Ticket> {
  const { id, accountId, email, closedAt } = row
  const related = await relatedTo(db, [id], row.followsId === null ? [] : [row.followsId])
  const ids = [id, ...related.map((one) => one.id)]
  const [listed, answers, notes, replies, pictures, charges] = await Promise.all([
    listedOf(db, [row], scope),
    answersOf(db, ids),
    notesOf(db, ids),
    repliesOf(db, ids),
    picturesOf(db, ids),
    accountId === null ? [] : lastCharges(db, accountId, MOST_CHARGES),
  ])
  const ownIds = new Set([
    id,
    ...related.filter(({ mergedInto }) => mergedInto === id).map((one) => one.id),
  ])
  const staff = [row.closedBy, ...[...answers, ...notes].map(({ by }) => by)]
  const everybody = [...new Set([accountId, ...staff].filter((one) => one !== null))]
  const [people, standings] = await Promise.all([
    contactsOf(db, everybody),
    standingsFor(db, accountId === null ? [] : [accountId]),
  ])
  const nameOf = (one: number | null) => people.get(one ?? 0)?.username ?? null
  const saidOn = (said: typeof notes, ...about: number[]) =>
    said
      .filter((one) => about.includes(one.ticketId))
      .map(({ by, body, at: when }) => ({ by: nameOf(by), text: body, at: when.toISOString() }))
  const seesHeld = opens(scope.member.roles, SEE_HELD)
  const sentWith = (about: Parameters<typeof picturesWith>[1]) => {
    const held = picturesWith(pictures, about, true)
    const seen = [...picturesWith(pictures, about), ...(seesHeld ? held : [])]
    return { pictures: seen, heldBack: held.length }
  }
  const answersOn = (ticketId: number) =>
    answers
      .filter((one) => one.ticketId === ticketId)
      .map((one) => ({
        by: nameOf(one.by),
        text: one.body,
        pictures: picturesWith(pictures, { ticketId, answerId: one.id }),
        at: one.at.toISOString(),
      }))
  const repliesOn = (ticketId: number) =>
    replies
      .filter((one) => one.ticketId === ticketId)
      .map((one) => ({
        id: one.id,
        text: one.body,
        folded: one.folded,
        filesLeftOut: one.filesLeftOut,
        ...sentWith({ ticketId, replyId: one.id }),
        at: one.at.toISOString(),
      }))
  const writer = people.get(accountId ?? 0)
  const [first] = listed
  if (!first) throw new TypeError('a ticket that is not there')
  return {
    ...first,
    message: row.body,
    ...sentWith({ ticketId: id }),
    mayShowHeld: seesHeld && pictures.some((one) => one.isHeld && ownIds.has(one.ticketId)),
    email,
    isProven: writer?.provenEmail === email,
    member:
      accountId !== null && writer
        ? { id: accountId, username: writer.username, standing: standings.get(accountId) ?? null }
        : null,
    questionId: row.questionId,
    charges: charges.map(chargeInWords),
    answers: answersOn(id),
    replies: repliesOn(id),
    related: related
      .filter((one) => one.mergedInto === id || one.id === row.followsId)
      .map((one) => ({
        id: one.id,
        isPart: one.mergedInto === id,
        subject: one.subject,
        message: one.body,
        ...sentWith({ ticketId: one.id }),
        writtenAt: one.createdAt.toISOString(),
        answers: answersOn(one.id),
        replies: repliesOn(one.id),
      })),
    mergedInto: row.mergedInto,
    notes: saidOn(notes, ...ownIds),
    closed: closedAt && {
      at: closedAt.toISOString(),
      by: nameOf(row.closedBy),
      isAnswered: row.isAnswered,
    },
  }
}

function chargeInWords(charge: RefundableCharge): string {
  const { amount, asked, currency, order, brand, at, isChargedBack } = charge
  const sum = formatMoney({ amount, currency })
  const back = isChargedBack
    ? '; the bank took it back'
    : asked === 0
      ? ''
      : asked >= amount
        ? '; paid back'
        : `; ${formatMoney({ amount: asked, currency })} of it back`
  return `${sum} on ${dayInWords(at)}, order ${order}, ${brandName(brand)}${back}`
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
