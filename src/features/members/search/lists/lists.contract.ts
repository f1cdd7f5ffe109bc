import { z } from 'zod'
import { endpoint } from '#api/contract.ts'
import { card } from '../cards/cards.contract.ts'
import { MAX_PAGES, PAGE_SIZE } from '../search.ts'
import { listNames, MAX_CARDS } from './lists.ts'

const listed = z.object({
  members: z.array(card),
  /** People whose number the member may know, but not their identity (likesYou, decisions §5). */
  hidden: z.number(),
  hasMore: z.boolean(),
})
const limit = { name: 'widget', per: 'account', most: 120, seconds: 60, inMemory: true } as const
const positive = z.coerce.number().int().min(1)
const count = positive.transform((wanted) => Math.min(wanted, MAX_CARDS))

export const widget = endpoint({
  method: 'get',
  path: '/widget/{list}/page/{page}/count/{count}',
  summary: 'One of the lists of people, a page of it',
  access: 'member',
  params: z.object({
    list: z.enum(listNames),
    page: positive,
    count,
  }),
  answer: listed.extend({ page: z.number() }),
  limits: [limit],
})

export const passedPeople = endpoint({
  method: 'get',
  path: '/match/passed',
  summary: 'Whom you have passed, the last first, to take it back (`POST /match/unpass`)',
  access: 'member',
  query: z.object({
    page: positive.max(MAX_PAGES).default(1),
    count: count.default(PAGE_SIZE),
  }),
  answer: z.object({ members: z.array(card), page: z.number(), hasMore: z.boolean() }),
  limits: [limit],
})
