import { fieldsOf } from '#api/bodies.server.ts'
import { type Handler, handle } from '#api/call.server.ts'
import { queryString } from '#api/client.ts'
import { ApiError } from '#api/errors.ts'
import { unitOf } from '#core/places/distances.ts'
import { searchUsers } from '../search.contract.ts'
import { filtersAsked } from '../search.server.ts'
import { inWords, queryOf, sentence } from '../search.ts'
import { deleteSearch, savedSearches, saveSearch } from './saved-searches.contract.ts'
import { forgetSearch, keepSearch, savedBy } from './saved-searches.sql.ts'
import { MOST_SAVED, SAVED_NAME_LENGTH } from './saved-searches.ts'

const savedHandler = handle(savedSearches, async ({ scope, services }) => ({
  saved: await savedBy(services.db, scope.member.id),
}))

const saveHandler = handle(saveSearch, async ({ body, scope, services }) => {
  const asked = searchUsers.query.safeParse({
    ...fieldsOf(new URLSearchParams(body.query)),
    page: '1',
  })
  if (!asked.success)
    throw new ApiError('invalid', 'This search cannot be saved. Please search again, then save it.')
  const filters = filtersAsked(asked.data, scope)
  const query = queryString(queryOf(filters)).slice(1)
  const name =
    body.name === ''
      ? sentence(inWords(filters, { ...scope.member, unit: unitOf(scope.member) })).slice(
          0,
          SAVED_NAME_LENGTH,
        )
      : body.name
  const kept = await keepSearch(services.db, scope, { name, query })
  if (!kept)
    throw new ApiError(
      'conflict',
      `You have ${MOST_SAVED} saved searches, which is as many as we keep. Please delete one first.`,
    )
  return { ...kept, next: `/search?${query}` }
})

const deleteHandler = handle(deleteSearch, async ({ body, scope, services }) => {
  if (!(await forgetSearch(services.db, scope.member.id, body.id)))
    throw new ApiError('notFound', 'This search is deleted already.')
  return { next: '/search' }
})

export const savedSearchHandlers: Handler[] = [savedHandler, saveHandler, deleteHandler]
