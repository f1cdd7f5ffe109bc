import { sessionsBefore } from '#api/sessions.sql.ts'
import { maskedAddress } from '#core/accounts/email/masked-address.ts'
import { contactsOf } from '#core/accounts/standing/account-status.sql.ts'
import { actsAbout } from '#core/audit/audit.sql.ts'
import { queueOf, queuesFor } from '#core/staff-accounts/queues.ts'
import { queuesOf, type TaskAbout, tasksBefore } from '#core/tasks/outcomes.sql.ts'
import type { Db } from '#db/connection.server.ts'
import type { Cursor } from '#lib/cursor.ts'
import { type MoneyEvent, moneyBefore } from '#money/orders/money-history.sql.ts'
import { formatMoney } from '#money/prices/price-list.ts'
import { opensPage } from '#sites/routes.ts'
import { opens, type StaffRole } from '#sites/staff-roles.ts'
import { type DecisionRow, decisionsBefore } from '../decisions/decisions.sql.ts'
import { inWords, policyOf } from '../decisions/decisions.ts'
import { dayInWords } from '../decisions/statements/statements.ts'
import { ticketsBefore } from '../tickets/agent/agent-view.sql.ts'
import { brandName } from '../tickets/queue/ticket-queue.ts'
import { proofLabels } from './correct-address.ts'
import { notesBefore } from './member-notes.sql.ts'
import { actOnMember } from './support-acts.contract.ts'
import { actsBefore } from './support-acts.sql.ts'
import { actInWords as supportInWords } from './support-acts.ts'
import {
  actInWords,
  byTime,
  ENTRIES_A_PAGE,
  type EntryKind,
  placeOf,
  placeText,
  rowsAfter,
} from './timeline.ts'

type Entry = Cursor & {
  kind: EntryKind
  text: string
  detail?: string | null
  by?: number | null
  href?: string
}

type TimelineFor = {
  accountId: number
  /** Who reads it, and as what. */
  reader: number
  roles: readonly StaffRole[]
  /** Nothing is deleted in the file of a deleted account. */
  isDeleted: boolean
  older: string | undefined
  at: Date
}

/**
 * What happened to a member and around them, as far as it is for these roles, the latest first, in
 * words; `older`: where it goes on.
 */
export async function timelineOf(
  db: Db,
  { accountId, reader, roles, isDeleted, older, at }: TimelineFor,
) {
  const place = placeOf(older)
  const most = ENTRIES_A_PAGE + 1
  const from = (kind: EntryKind) => rowsAfter(place, kind, at)
  const queues = queuesFor(roles)
  const readsTickets = opensPage(roles, '/staff/tickets')
  const readsDecisions = opensPage(roles, '/staff/decision')
  const [notes, supportActs, decisions, tasks, tickets, money, devices, acts] = await Promise.all([
    notesBefore(db, accountId, from('note'), most),
    opens(roles, actOnMember.roles) ? actsBefore(db, accountId, from('support'), most) : [],
    decisionsBefore(db, accountId, from('decision'), most),
    queues.length === 0 ? [] : tasksBefore(db, { accountId, queues }, from('task'), most),
    // Their subjects are members' words.
    readsTickets ? ticketsBefore(db, accountId, from('ticket'), most) : [],
    moneyBefore(db, accountId, from('money'), most),
    sessionsBefore(db, accountId, from('device'), most),
    actsAbout(db, accountId, from('act'), most),
  ])
  const tasked = await queuesOf(
    db,
    decisions.flatMap(({ task_id: task }) => task ?? []),
  )
  const isOpen = ({ task_id: task }: DecisionRow) => {
    const queue = task === null ? undefined : tasked.get(task)
    return readsDecisions && (queue === undefined || queues.includes(queue))
  }
  const entries: Entry[] = [
    ...notes.map(({ id, at: when, by, body }) => ({
      ...{ id, at: when, kind: 'note' as const, by },
      ...{ text: 'Noted', detail: body },
    })),
    ...supportActs.map((one) => supportEntry(one, at)),
    ...decisions.map((row) => decisionEntry(row, isOpen(row))),
    ...tasks.map(taskEntry),
    ...tickets.map(({ id, at: when, subject, closedAt }) => ({
      ...{ id, at: when, kind: 'ticket' as const },
      text: `Ticket ${id}, ${endOf(closedAt)}: ${subject}`,
    })),
    ...money.map(moneyEntry),
    ...devices.map(({ id, at: when, brand, device, lastSeenAt }) => ({
      ...{ id, at: when, kind: 'device' as const },
      text: `Signed in on ${brandName(brand)} with ${device}; last seen ${dayInWords(lastSeenAt)}`,
    })),
    ...acts.map(({ id, at: when, actorId, action }) => ({
      ...{ id, at: when, kind: 'act' as const },
      ...{ text: actInWords(action), by: actorId },
    })),
  ]
  const sorted = entries.toSorted(byTime)
  const shown = sorted.slice(0, ENTRIES_A_PAGE)
  const last = shown.at(-1)
  const names = await contactsOf(db, [...new Set(shown.flatMap(({ by }) => by ?? []))])
  const mayDelete = (by: Entry['by']) => !isDeleted && (by === reader || roles.includes('lead'))
  return {
    entries: shown.filter(isNews).map(({ id, at: when, kind, text, detail, by, href }) => ({
      kind,
      at: when.toISOString(),
      text,
      detail: detail ?? null,
      by: by == null ? null : (names.get(by)?.username ?? 'somebody who has left'),
      href: href ?? null,
      deletableNote: kind === 'note' && mayDelete(by) ? id : null,
    })),
    older: last && sorted.length > shown.length ? placeText(last) : null,
  }
}

/** The same act by the same person on one day is said once, as the latest. */
function isNews(entry: Entry, index: number, all: readonly Entry[]): boolean {
  const isSame = ({ kind, text, by, at }: Entry) =>
    kind === entry.kind &&
    text === entry.text &&
    by === entry.by &&
    dayInWords(at) === dayInWords(entry.at)
  return entry.kind !== 'act' || all.findIndex(isSame) === index
}

const endOf = (closedAt: Date | null) =>
  closedAt === null ? 'open' : `closed ${dayInWords(closedAt)}`

type Supported = Awaited<ReturnType<typeof actsBefore>>[number]

function supportEntry(row: Supported, now: Date): Entry {
  const { id, at, reason, by, outcome, decidedBy, expiresAt, address, proof, proofNote } = row
  const isOpen = expiresAt !== null && expiresAt > now
  const waiting = isOpen ? 'waits for a lead' : 'no lead agreed in time'
  const alone = decidedBy === null ? 'done' : 'done, a lead agreed'
  const ends = {
    done: row.act === 'correctAddress' ? offered(row.confirmedAt) : alone,
    refused: 'refused by a lead',
    withdrawn: 'taken back',
    late: 'no lead agreed in time',
  }
  const state = outcome === null ? waiting : ends[outcome]
  return {
    id,
    at,
    kind: 'support',
    by,
    text: `${supportInWords({ ...row, address: address && maskedAddress(address) })}: ${state}`,
    detail: proof === null ? reason : `${reason}\n${proofLabels[proof]}: ${proofNote ?? ''}`,
  }
}

function offered(confirmedAt: Date | null): string {
  return confirmedAt === null
    ? 'a lead agreed; not confirmed at the new address'
    : `a lead agreed; confirmed ${dayInWords(confirmedAt)}`
}

/** `isOpen`: to whoever reads; others learn that it was decided, and not with what words. */
function decisionEntry(row: DecisionRow, isOpen: boolean): Entry {
  const { id, act, days, policy, note, internal_note: internal } = row
  const state =
    row.undone_at !== null
      ? '; taken back before it took effect'
      : row.reversed_at !== null
        ? `; taken back ${dayInWords(row.reversed_at)}`
        : row.took_effect_at === null
          ? '; not in effect yet'
          : ''
  const words = inWords(act, days)
  const rule = row.is_automated ? ', by a rule' : ''
  return {
    ...{ id, at: row.decided_at, kind: 'decision', by: row.decided_by },
    text: `${words.slice(0, 1).toUpperCase()}${words.slice(1)}: ${policyOf(policy).label}${rule}${state}`,
    ...(isOpen && {
      detail: [note, internal].filter((one) => one !== '').join('\n') || null,
      href: `/staff/decision?id=${id}`,
    }),
  }
}

function taskEntry({ id, at, queue, closedAt, closedBy, outcome }: TaskAbout): Entry {
  const end = `${endOf(closedAt)}${closedAt !== null && outcome ? `, ${outcome}` : ''}`
  return { id, at, kind: 'task', text: `${queueOf(queue).title}: ${end}`, by: closedBy }
}

function moneyEntry({ id, at, brand, ...event }: MoneyEvent): Entry {
  return { id, at, kind: 'money', text: `${moneyInWords(event)}, on ${brandName(brand)}` }
}

function moneyInWords(event: Omit<MoneyEvent, 'id' | 'at' | 'brand'>): string {
  const { what, order, kind, reference, isDone } = event
  const sum = formatMoney(event)
  if (what === 'order') return `Order ${order}, ${kind}, ${sum}: ${isDone ? 'paid' : 'not paid'}`
  const of = `${sum} of order ${order}, ${reference}`
  if (what === 'charge') return `Charged ${of} (${kind})`
  if (what === 'chargeback') return `The bank took back ${of}`
  if (isDone) return `Paid back ${of}`
  if (kind === 'dropped') return `Not paid back in the end: ${of}`
  return kind === 'failed'
    ? `The processor did not confirm to pay back ${of}`
    : `To be paid back: ${of}`
}
