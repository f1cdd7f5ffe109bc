import { type Handler, handle } from '#api/call.server.ts'
import { contactsOf } from '#core/accounts/standing/account-status.sql.ts'
import { cutToPage, sliceOf } from '#lib/slice.ts'
import { blockedBy } from './block.sql.ts'
import { listBlocked } from './blocked.contract.ts'

const PAGE = 50

const listHandler = handle(listBlocked, async ({ query, scope, services }) => {
  const { rows, hasMore } = cutToPage(
    await blockedBy(services.db, scope, sliceOf(query.page, PAGE)),
    PAGE,
  )
  const known = await contactsOf(
    services.db,
    rows.map(({ id }) => id),
  )
  const members = rows.flatMap(({ id, since }) => {
    const person = known.get(id)
    return person ? { id, username: person.username, since: since.toISOString() } : []
  })
  return { members, page: query.page, hasMore }
})

export const blockedHandlers: Handler[] = [listHandler]
