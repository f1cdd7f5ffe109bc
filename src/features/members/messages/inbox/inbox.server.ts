import { type Handler, handle } from '#api/call.server.ts'
import { ApiError } from '#api/errors.ts'
import type { Scope } from '#api/member.server.ts'
import type { Services } from '#api/services.server.ts'
import { notifyMember } from '#core/live/event-hub.server.ts'
import type { Trx } from '#db/connection.server.ts'
import { type Cursor, cursorOf, cursorText } from '#lib/cursor.ts'
import { correspondents } from '../correspondents.server.ts'
import { searched } from '../find/find.ts'
import { findOther } from '../messages.sql.ts'
import { lengthInWords } from '../voice/recordings.ts'
import { DELETED, isMasked, MASK, readsOf } from '../writing/rules.ts'
import {
  chatMessagesWidget,
  type Conversation,
  hideConversation,
  markAsRead,
  markUnread,
  messageIndex,
  muteConversation,
} from './inbox.contract.ts'
import {
  countInbox,
  hideSide,
  inboxPage,
  type InboxRow,
  markConversationUnread,
  muteSide,
  openMatches,
  recordReadTime,
  updateUnread,
} from './inbox.sql.ts'
import { INBOX_PAGE, type Show } from './inbox.ts'
import { MAX_PINNED } from './pins.ts'
import { whoWaitsFor } from './waiting.sql.ts'

/** Characters of a message that an inbox row receives; more than it can display. */
const SNIPPET = 160
/** Characters before the words that were searched for. */
const BEFORE_FOUND = 20

const indexHandler = handle(
  messageIndex,
  async ({ query: { show, q, before }, scope, services }) => {
    const [page, counts, waiting] = await Promise.all([
      pageOf(
        services,
        scope,
        { show, q: searched(q), hasPins: true },
        cursorOf(before),
        INBOX_PAGE,
      ),
      countInbox(services.db, scope),
      whoWaitsFor(services.db, scope),
    ])
    return { ...page, counts: { ...counts, waiting: waiting.length } }
  },
)

const widgetHandler = handle(chatMessagesWidget, async ({ query: { count }, scope, services }) => {
  const [{ conversations }, { unread }] = await Promise.all([
    pageOf(services, scope, { show: 'unread', q: '', hasPins: false }, null, count),
    countInbox(services.db, scope),
  ])
  return { conversations, unread }
})

/** `hasPins`: what is pinned stands above the first page, and on no other. */
type Asked = { show: Show; q: string; hasPins: boolean }

async function pageOf(
  services: Services,
  scope: Scope,
  { show, q, hasPins }: Asked,
  before: Cursor | null,
  most: number,
) {
  const reads = readsOf(scope.member, scope.brand.billing, scope.at)
  const { db } = services
  const readsAll = reads === 'all'
  // What is found is in the order of time.
  const isApart = hasPins && q === ''
  const [pinned, rows] =
    show === 'matches'
      ? [[], await openMatches(db, scope, q, before, most + 1)]
      : await Promise.all([
          isApart && before === null
            ? inboxPage(db, scope, { show, q, readsAll, pins: 'alone' }, null, MAX_PINNED)
            : [],
          inboxPage(
            db,
            scope,
            { show, q, readsAll, pins: isApart ? 'without' : 'among' },
            before,
            most + 1,
          ),
        ])
  const unpinned = rows.slice(0, most)
  const shown = [...pinned, ...unpinned]
  const people = await correspondents(
    services,
    scope,
    shown.map((row) => ({ ...row, id: row.otherId })),
  )
  const conversations = shown.flatMap((row, index): Conversation[] => {
    const other = people[index]
    if (!other) return []
    return [
      {
        other,
        snippet: row.message && snippetOf(row.message),
        found: q === '' ? null : (row.message?.id ?? null),
        lastMessageAt: row.cursor.at.toISOString(),
        unread: row.unread,
        isMuted: row.isMuted,
        pinnedAt: row.pinnedAt?.toISOString() ?? null,
      },
    ]
  })
  const last = unpinned.at(-1)
  return { conversations, older: last && rows.length > most ? cursorText(last.cursor) : null }

  function snippetOf({
    senderId,
    body,
    kind,
    milliseconds,
    isRevealed,
  }: NonNullable<InboxRow['message']>): NonNullable<Conversation['snippet']> {
    const isMine = senderId === scope.member.id
    const masked = kind !== 'deleted' && isMasked({ isMine, isRevealed }, reads)
    const textOf = () => {
      if (kind === 'deleted') return DELETED
      if (kind === 'viewOnce') return 'Photo for one view'
      if (kind === 'photo') return 'Photo'
      return milliseconds === null ? lineOf(body, q) : voiceLine(milliseconds, lineOf(body, q))
    }
    return { text: masked ? MASK : textOf(), isMasked: masked, isMine }
  }
}

/**
 * A message as one line, cut between characters: its beginning, or what is around the words that
 * were searched for.
 */
function lineOf(body: string, q: string): string {
  const line = body.replaceAll(/\s+/g, ' ')
  const characters = [...line]
  const at = q === '' ? -1 : line.toLowerCase().indexOf(q.toLowerCase())
  const found = [...line.slice(0, Math.max(0, at))].length
  const first = found + q.length > SNIPPET / 4 ? Math.max(0, found - BEFORE_FOUND) : 0
  const cut = characters.slice(first, first + SNIPPET).join('')
  return `${first > 0 ? '…' : ''}${cut}${characters.length > first + SNIPPET ? '…' : ''}`
}

/** `Voice message (0:12): Good evening`, with the words if its sender typed them. */
function voiceLine(milliseconds: number, words: string): string {
  return `Voice message (${lengthInWords(milliseconds / 1000)})${words === '' ? '' : `: ${words}`}`
}

const readHandler = handle(markAsRead, async ({ body, scope, services }) => {
  const { member, brand, at } = scope
  if (!(await findOther(services.db, scope, body.id))) throw new ApiError('unavailable')
  const side = { accountId: member.id, otherId: body.id }
  const onlyRevealed = readsOf(member, brand.billing, at) === 'oneADay'
  const isFree = brand.billing.model === 'credits'
  const unread = await services.db.transaction().execute(async (trx) => {
    const left = await updateUnread(trx, side, { upTo: body.upTo ?? null, isFree })
    if (left === null) throw new ApiError('unavailable')
    if (member.showsReading && (await recordReadTime(trx, side, body.upTo ?? null, onlyRevealed))) {
      await notifyMember(trx, body.id, { type: 'read', otherId: member.id })
    }
    await notifyMember(trx, member.id, { type: 'tickers' })
    return left
  })
  return { ok: true as const, unread }
})

const unreadHandler = handle(markUnread, async ({ body, scope, services }) => {
  await changeSide(services, scope, body.id, (trx) =>
    markConversationUnread(trx, { accountId: scope.member.id, otherId: body.id }),
  )
  return { ok: true as const }
})

const hideHandler = handle(hideConversation, async ({ body, scope, services }) => {
  const at = body.hidden === 'no' ? null : scope.at
  await changeSide(services, scope, body.id, (trx) =>
    hideSide(trx, { accountId: scope.member.id, otherId: body.id }, at),
  )
  return { ok: true as const }
})

const muteHandler = handle(muteConversation, async ({ body, scope, services }) => {
  const at = body.muted === 'no' ? null : scope.at
  await changeSide(services, scope, body.id, (trx) =>
    muteSide(trx, { accountId: scope.member.id, otherId: body.id }, at),
  )
  return { ok: true as const, next: `/messages?with=${body.id}` }
})

/**
 * In one transaction with what the member's other windows are told: a change is not answered as an
 * error for want of that.
 */
export async function changeSide(
  { db }: Services,
  { member }: Scope,
  otherId: number,
  change: (trx: Trx) => Promise<boolean>,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    if (!(await change(trx))) throw new ApiError('unavailable')
    await notifyMember(trx, member.id, { type: 'tickers' })
    await notifyMember(trx, member.id, { type: 'changed', otherId })
  })
}

export const inboxHandlers: Handler[] = [
  indexHandler,
  widgetHandler,
  readHandler,
  unreadHandler,
  hideHandler,
  muteHandler,
]
