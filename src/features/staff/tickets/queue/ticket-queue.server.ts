import { type Call, type Handler, handle } from '#api/call.server.ts'
import type { Answer } from '#api/contract.ts'
import { ApiError, fieldError } from '#api/errors.ts'
import { claimOf, earlierAnswer, once } from '#api/idempotency.server.ts'
import type { Scope } from '#api/member.server.ts'
import type { Services } from '#api/services.server.ts'
import { accountFacts } from '#core/accounts/standing/account-facts.sql.ts'
import { contactOf, contactsOf } from '#core/accounts/standing/account-status.sql.ts'
import { recordAccesses } from '#core/audit/accesses.sql.ts'
import { recordAct } from '#core/audit/audit.sql.ts'
import { rolesOf, staffWith } from '#core/staff-accounts/roles.sql.ts'
import type { Trx } from '#db/connection.server.ts'
import { pictureFiles } from '#guests/help/ticket-pictures.ts'
import { later } from '#lib/clock.ts'
import { brandById } from '#sites/registry.ts'
import { opens } from '#sites/staff-roles.ts'
import { supportLink } from '../agent/agent-links.server.ts'
import { repliesOf } from '../by-mail/replies.sql.ts'
import { replyAddress } from '../by-mail/reply-address.server.ts'
import { digestsOf, refuseWrongPictures, withPictures } from '../pictures/ticket-pictures.server.ts'
import { insertPictures, type NewTicketPicture, showHeld } from '../pictures/ticket-pictures.sql.ts'
import { ticketPictureName } from '../pictures/ticket-pictures.ts'
import { snoozes } from './snoozes.ts'
import { rankOf } from './ticket-list.ts'
import { LEASE, MOST_TICKET_TAGS, partOf, queuePath, TICKETS_A_PAGE } from './ticket-list.ts'
import { actOnTicket, getTickets, makeSupportLink, SEE_HELD } from './ticket-queue.contract.ts'
import {
  addNote,
  answersOf,
  answerTimes,
  assign,
  countOpen,
  countTickets,
  endTicket,
  insertAnswer,
  keepOpen,
  leaseTicket,
  type LockedTicket,
  lockTicket,
  mergeInto,
  openAgain,
  partsOf,
  raise,
  snooze,
  tagTicket,
  ticketById,
  ticketsIn,
  ticketTags,
  untagTicket,
} from './ticket-queue.sql.ts'
import { answerMail } from './ticket-queue.ts'
import { holderOf, listedOf, presented } from './ticket-shown.server.ts'

const queueHandler = handle(getTickets, async ({ query, scope, services: { db } }) => {
  const { at, member } = scope
  const isList = query.figures === ''
  const part = { ...query, me: member.id, at }
  const [rows, count, open, times, chosen] = await Promise.all([
    isList ? ticketsIn(db, part) : [],
    isList ? countTickets(db, part) : 0,
    countOpen(db, at),
    answerTimes(db, query.brand),
    isList && query.ticket !== undefined ? ticketById(db, query.ticket) : undefined,
  ])
  // The list shows what people wrote.
  const seen = [...rows, ...(chosen ? [chosen] : [])].flatMap(({ id, accountId }) =>
    accountId === null
      ? []
      : [{ subjectId: accountId, what: 'ticket' as const, why: { ticket: id } }],
  )
  await recordAccesses(db, scope, seen)
  const answering = chosen ? await staffWith(db, actOnTicket.roles) : []
  const names = await contactsOf(db, answering)
  return {
    tickets: await listedOf(db, rows, scope),
    chosen: chosen ? await presented(db, chosen, scope) : null,
    colleagues: answering.map((id) => ({ id, username: names.get(id)?.username ?? '' })),
    pages: Math.max(1, Math.ceil(count / TICKETS_A_PAGE)),
    open: open.map((one) => ({
      ...one,
      oldest: one.oldest?.toISOString() ?? null,
      nextDue: one.nextDue?.toISOString() ?? null,
    })),
    times,
  }
})

type Acting = Call<typeof actOnTicket>
type Body = Acting['body']
type Of<A extends Body['act']> = Extract<Body, { act: A }>
/**
 * `done`: what the page says of it. `ticket`: which one it shows then; the one that was acted on by
 * default.
 */
type Done = { done: string; ticket?: number | null }

const actHandler = handle(actOnTicket, async (call) => {
  const { body, scope, services } = call
  const files = body.act === 'answer' ? call.files : []
  refuseWrongPictures(files)
  const words = files.length === 0 ? body : { ...body, pictures: await digestsOf(files) }
  const claimed = claimOf({ ...call, body: words }, 'POST /staff/ticket', scope.member.id)
  const key = claimed.key ?? (body.act === 'answer' ? body.key : undefined) ?? null
  const claim = { ...claimed, key }
  const earlier = files.length === 0 ? undefined : await earlierAnswer<Acted>(services.db, claim)
  if (earlier) return earlier
  return withPictures(services, files, scope.member.id, async (pictures) => {
    if (pictures.some(({ isHeld }) => isHeld)) throw fieldError(pictureFiles.field, HELD)
    return once<Acted>(services.db, claim, async (trx) => {
      const { done, ticket = body.id } = await perform(call, trx, pictures)
      const part = partOf(new URLSearchParams(body.back))
      return { ok: true, next: queuePath({ ...part, ticket, done: `${done}-${body.id}` }) }
    })
  })
})

const HELD = 'A list says that nobody may see this picture. Nothing was sent.'

type Acted = Answer<typeof actOnTicket>

function perform(
  { body, scope, services }: Acting,
  trx: Trx,
  pictures: readonly NewTicketPicture[],
): Promise<Done> {
  switch (body.act) {
    case 'answer':
      return answer(services, trx, scope, { ...body, pictures })
    case 'close':
      return close(trx, scope, body)
    case 'take':
      return take(trx, scope, body)
    case 'merge':
      return merge(trx, scope, body)
    case 'assign':
      return give(trx, scope, body)
    case 'tag':
    case 'untag':
      return changeTag(trx, scope, body)
    default:
      return change(trx, scope, body)
  }
}

async function answer(
  services: Services,
  trx: Trx,
  scope: Scope,
  body: Of<'answer'> & { pictures: readonly NewTicketPicture[] },
): Promise<Done> {
  const { id, answer: words, pictures } = body
  const { member, at } = scope
  const keepsOpen = body.keepsOpen === 'yes'
  const ticket = await openTicket(trx, scope, id)
  const asked = brandById(ticket.brand)
  if (!asked) throw new TypeError(`a ticket of ${ticket.brand}, which is no brand`)
  const parts = await partsOf(trx, id)
  await assertRead(trx, id, parts, body)
  const earlier = await answersOf(trx, [id, ...parts])
  const number = await insertAnswer(trx, id, { by: member.id, answer: words, at })
  await insertPictures(trx, { ticketId: id, answerId: number, at }, pictures)
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
    answerMail(services, asked, answered, words, {
      number,
      earlier,
      parts,
      replyTo,
      pictures: pictures.map((one) => ticketPictureName(one.key)),
    }),
  )
  await record(trx, scope, 'staff.answerTicket', ticket)
  return keepsOpen ? { done: 'kept' } : { done: 'answered', ticket: null }
}

async function close(trx: Trx, scope: Scope, body: Of<'close'>): Promise<Done> {
  const { id } = body
  const ticket = await openTicket(trx, scope, id)
  await assertRead(trx, id, await partsOf(trx, id), body)
  await endTicket(trx, id, { by: scope.member.id, at: scope.at })
  await record(trx, scope, 'staff.closeTicket', ticket)
  return { done: 'closed', ticket: null }
}

async function take(trx: Trx, scope: Scope, { id, override }: Of<'take'>): Promise<Done> {
  const { member, at } = scope
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
  return { done: 'taken' }
}

type Change = Of<'release' | 'reopen' | 'reveal' | 'showHeld' | 'note' | 'snooze' | 'raise'>

async function change(trx: Trx, scope: Scope, body: Change): Promise<Done> {
  const { id, act } = body
  const { member, at } = scope
  if (act === 'snooze') {
    const chosen = snoozes.find(({ value }) => value === body.for)
    const ticket = await openTicket(trx, scope, id)
    await snooze(trx, id, chosen ? later(at, chosen.length) : null)
    await record(trx, scope, 'staff.snoozeTicket', ticket, { for: body.for })
    return chosen ? { done: 'snoozed', ticket: null } : { done: 'woken' }
  }
  if (act === 'raise') {
    const ticket = await openTicket(trx, scope, id)
    if (rankOf(body.priority) <= ticket.rank)
      throw fieldError('priority', 'This ticket is as urgent already.')
    await raise(trx, id, rankOf(body.priority), at)
    await record(trx, scope, 'staff.raiseTicket', ticket, { priority: body.priority })
    return { done: 'raised' }
  }
  const ticket = await known(trx, id)
  if (act === 'release') {
    if (holderOf(ticket, at) === member.id) await leaseTicket(trx, id, null)
    return { done: 'released' }
  }
  if (act === 'reveal') {
    await record(trx, scope, 'staff.revealPicture', ticket)
    return { done: 'seen' }
  }
  if (act === 'showHeld') {
    if (!opens(member.roles, SEE_HELD))
      throw new ApiError('forbidden', { detail: 'Leads alone decide about what is held back.' })
    const shown = await showHeld(trx, [id, ...(await partsOf(trx, id))])
    if (shown.length > 0)
      await record(trx, scope, 'staff.showHeld', ticket, { pictures: shown.join(' ') })
    return { done: 'shown' }
  }
  if (act === 'note') {
    await addNote(trx, { ticketId: id, by: member.id, body: body.note, at })
    await record(trx, scope, 'staff.noteTicket', ticket)
    return { done: 'noted' }
  }
  if (ticket.closedAt === null)
    throw new ApiError('conflict', { detail: `Ticket ${id} is open already.` })
  await openAgain(trx, ticket, at)
  if (ticket.mergedInto === null) await record(trx, scope, 'staff.reopenTicket', ticket)
  else await record(trx, scope, 'staff.splitTicket', ticket, { from: ticket.mergedInto })
  return { done: 'reopened' }
}

async function merge(trx: Trx, scope: Scope, { id, into }: Of<'merge'>): Promise<Done> {
  if (id === into)
    throw fieldError('into', 'This is the ticket itself. Please give the number of the other one.')
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
  return { done: 'merged', ticket: into }
}

/** Whoever has it is asked first; that it has somebody keeps nobody from answering it. */
async function give(trx: Trx, scope: Scope, { id, to }: Of<'assign'>): Promise<Done> {
  const ticket = await unclosed(trx, scope, id)
  if (to !== '' && !opens(await rolesOf(trx, to), actOnTicket.roles))
    throw fieldError('to', 'This is nobody who answers tickets.')
  const given = to === '' ? null : to
  if (ticket.assignedTo !== given) {
    await assign(trx, id, given)
    await record(trx, scope, 'staff.assignTicket', ticket, { to: to === '' ? 'nobody' : to })
  }
  return { done: given === null ? 'unassigned' : 'assigned' }
}

async function changeTag(trx: Trx, scope: Scope, body: Of<'tag' | 'untag'>): Promise<Done> {
  const { id, act } = body
  const tag = body.tag.toLowerCase()
  const ticket = await known(trx, id)
  const tags = (await ticketTags(trx, [id])).map((one) => one.tag)
  if (act === 'tag' && tag.includes('\n')) throw fieldError('tag', 'Please use one line.')
  if (tags.includes(tag) === (act === 'tag')) return { done: 'tagged' }
  if (act === 'untag') await untagTicket(trx, id, tag)
  else {
    if (tags.length >= MOST_TICKET_TAGS)
      throw fieldError('tag', `There are ${MOST_TICKET_TAGS} tags. Take one away first.`)
    await tagTicket(trx, { ticketId: id, tag, by: scope.member.id, at: scope.at })
  }
  await record(trx, scope, act === 'tag' ? 'staff.tagTicket' : 'staff.untagTicket', ticket)
  return { done: 'tagged' }
}

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

/**
 * Throws `conflict` where an answer by mail, or another ticket, came to this one that is not on the
 * page of whoever decides.
 */
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

export const ticketQueueHandlers: Handler[] = [queueHandler, actHandler, linkHandler]
