import { z } from 'zod'
import { endpoint } from '#api/contract.ts'

export const updateLastViewedOneclickPopupOnExit = endpoint({
  method: 'get',
  path: '/event/updateLastViewedOneclickPopupOnExit',
  summary: 'Note that the exit popunder was shown; it is not shown again',
  access: 'signedIn',
  bfcache: true,
  answer: z.object({ displayOneclickPopupOnExit: z.literal('false') }),
  limits: [{ name: 'event', per: 'account', most: 240, seconds: 60, inMemory: true }],
})
