import { ApiError } from '../../api/errors.ts'
import { type Handler, handle } from '../../api/router.server.ts'
import { supportAmong } from '../accounts/accounts.sql.ts'
import { notifyMember } from '../live/event-hub.server.ts'
import { correspondents } from './correspondents.server.ts'
import { type Conversation, hideConversation, markAsRead, markUnread, messageIndex } from './inbox.contract.ts'
import { type Cursor, hideSide, inboxPage, type InboxRow, recordReadTime, updateUnread, markConversationUnread } from './inbox.sql.ts'
import { findOther } from './messages.sql.ts'
import { isMasked, MASK, readsOf } from './rules.ts'

const PAGE = 20
/** Characters of the last message that an inbox row receives; more than it can display. */
const SNIPPET = 160

const indexHandler = handle(messageIndex, async ({ query, scope, services }) => {
  const rows = await inboxPage(services.db, scope, cursorOf(query.before), PAGE + 1)
  const shown = rows.slice(0, PAGE)
  const reads = readsOf(scope.member, scope.brand.billing, scope.at)
  const [people, support] = await Promise.all([
    correspondents(
      services,
      scope,
      shown.map((row) => ({ ...row, id: row.otherId })),
    ),
    supportAmong(
      services.db,
      shown.map((row) => row.otherId),
    ),
  ])
  const conversations = shown.flatMap((row, index): Conversation[] => {
    const other = people[index]
    if (!other) return []
    const isMine = row.senderId === scope.member.id
    const seen = { isMine, isRevealed: row.isRevealed, isFromSupport: support.has(row.otherId) }
    const masked = isMasked(seen, reads)
    return [
      {
        other,
        snippet: { text: masked ? MASK : snippetOf(row.body), isMasked: masked, isMine },
        lastMessageAt: row.lastMessageAt.toISOString(),
        unread: row.unread,
      },
    ]
  })
  return { conversations, older: rows.length > PAGE ? cursorText(shown.at(-1)) : null }
})

function snippetOf(body: string): string {
  const line = body.replaceAll(/\s+/g, ' ')
  const characters = [...line]
  return characters.length <= SNIPPET ? line : `${characters.slice(0, SNIPPET).join('')}…`
}

/** Cursor `1790000000000-17`: time and id of the last message of the last conversation on the page. */
function cursorText(row: InboxRow | undefined): string | null {
  return row ? `${row.lastMessageAt.getTime()}-${row.messageId}` : null
}

function cursorOf(text: string | undefined): Cursor | null {
  const [at, messageId] = (text ?? '').split('-').map(Number)
  const date = new Date(at ?? Number.NaN)
  return messageId === undefined || Number.isNaN(date.getTime()) || !Number.isSafeInteger(messageId) ? null : { at: date, messageId }
}

const readHandler = handle(markAsRead, async ({ body, scope, services }) => {
  const { member, brand, at } = scope
  if (!(await findOther(services.db, scope, body.id))) throw new ApiError('unavailable')
  const side = { accountId: member.id, otherId: body.id }
  const isSupport = (await supportAmong(services.db, [body.id])).has(body.id)
  const onlyRevealed = !isSupport && readsOf(member, brand.billing, at) === 'oneADay'
  const unread = await services.db.transaction().execute(async (trx) => {
    const left = await updateUnread(trx, side, body.upTo ?? null)
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
  if (!(await markConversationUnread(services.db, { accountId: scope.member.id, otherId: body.id }))) throw new ApiError('unavailable')
  await notifyMember(services.db, scope.member.id, { type: 'tickers' })
  return { ok: true as const }
})

const hideHandler = handle(hideConversation, async ({ body, scope, services }) => {
  if (!(await hideSide(services.db, { accountId: scope.member.id, otherId: body.id }, scope.at))) {
    throw new ApiError('unavailable')
  }
  await notifyMember(services.db, scope.member.id, { type: 'tickers' })
  return { ok: true as const }
})

export const inboxHandlers: Handler[] = [indexHandler, readHandler, unreadHandler, hideHandler]
