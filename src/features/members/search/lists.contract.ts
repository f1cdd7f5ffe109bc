import { z } from 'zod'
import { endpoint } from '../../../api/contract.ts'
import { card } from './cards.contract.ts'
import { listNames, MAX_CARDS } from './lists.ts'

const listed = z.object({
  members: z.array(card),
  /** People whose number the member may know, but not their identity (likesYou, decisions §5). */
  hidden: z.number(),
  hasMore: z.boolean(),
})
const limit = { name: 'widget', per: 'account', most: 120, seconds: 60, inMemory: true } as const
const positive = z.coerce.number().int().min(1)

export const widget = endpoint({
  method: 'get',
  path: '/widget/{list}/page/{page}/count/{count}',
  summary: 'One of the lists of people, a page of it',
  access: 'member',
  params: z.object({
    list: z.enum(listNames),
    page: positive,
    count: positive.transform((count) => Math.min(count, MAX_CARDS)),
  }),
  answer: listed.extend({ page: z.number() }),
  limits: [limit],
})
