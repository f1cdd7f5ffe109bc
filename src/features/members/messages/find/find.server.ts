import { type Handler, handle } from '#api/call.server.ts'
import { ApiError } from '#api/errors.ts'
import { correspondents } from '../correspondents.server.ts'
import { findOther } from '../messages.sql.ts'
import { readsOf } from '../writing/rules.ts'
import { findMessages } from './find.contract.ts'
import { messagesWith, searchFloor } from './find.sql.ts'
import { cutAround, HITS_PAGE, MOST_SEARCHED, searched } from './find.ts'

const findHandler = handle(findMessages, async ({ query, scope, services }) => {
  const { member, brand, at } = scope
  const { db } = services
  const found = await findOther(db, scope, query.id)
  const [other] = found ? await correspondents(services, scope, [found]) : []
  if (!other) throw new ApiError('unavailable')
  const q = searched(query.q)
  if (q === '') return { other, hits: [], older: null }
  const looked = {
    memberId: member.id,
    otherId: other.userId,
    readsAll: readsOf(member, brand.billing, at) === 'all',
    before: query.before ?? null,
  }
  const floor = await searchFloor(db, looked, MOST_SEARCHED)
  const rows = await messagesWith(db, looked, { q, floor, most: HITS_PAGE + 1 })
  const shown = rows.slice(0, HITS_PAGE)
  return {
    other,
    hits: shown.map(({ senderId, body, sentAt, ...row }) => ({
      ...row,
      isMine: senderId === member.id,
      cut: cutAround(body, q),
      sentAt: sentAt.toISOString(),
    })),
    older: rows.length > HITS_PAGE ? (shown.at(-1)?.id ?? null) : floor,
  }
})

export const findHandlers: Handler[] = [findHandler]
