import { z } from 'zod'
import { endpoint, id, textField } from '#api/contract.ts'
import { MOST_SAVED, SAVED_NAME_LENGTH } from './saved-searches.ts'

const savedSearch = z.object({ id: z.number(), name: z.string(), query: z.string() })
export type SavedSearch = z.output<typeof savedSearch>

const limits = [{ name: 'save-search', per: 'account', most: 60, seconds: 3600 }] as const

export const savedSearches = endpoint({
  method: 'get',
  path: '/search/saved',
  summary: 'The searches that a member keeps, in the order in which they were saved',
  access: 'member',
  answer: z.object({ saved: z.array(savedSearch) }),
})

export const saveSearch = endpoint({
  method: 'post',
  path: '/search/save',
  summary: `Keeps a search under a name, or under what it looks for; a member has at most ${MOST_SAVED}`,
  access: 'member',
  body: z.object({
    name: textField(SAVED_NAME_LENGTH).default(''),
    /** As in the address of the search page. */
    query: z.string().max(2000),
  }),
  answer: savedSearch.extend({ next: z.string() }),
  errors: ['conflict'],
  limits: [...limits],
  pageForm: { name: 'save-search', page: '/search' },
})

export const deleteSearch = endpoint({
  method: 'post',
  path: '/search/deleteSaved',
  summary: 'Forgets a saved search',
  access: 'member',
  body: z.object({ id }),
  answer: z.object({ next: z.string() }),
  errors: ['notFound'],
  limits: [...limits],
  pageForm: {},
})
