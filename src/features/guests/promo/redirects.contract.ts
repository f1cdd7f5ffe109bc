import { z } from 'zod'
import { endpoint } from '#api/contract.ts'

export const followRedirect = endpoint({
  method: 'get',
  path: '/redirect/index',
  summary: 'Where a tracking link leads',
  access: 'anyone',
  query: z.looseObject({
    key: z.string().max(200).default(''),
    isNuxt: z.string().max(5).optional(),
  }),
  answer: z.object({ url: z.string() }),
})
