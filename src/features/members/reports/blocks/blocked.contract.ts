import { z } from 'zod'
import { endpoint } from '#api/contract.ts'

const blocked = z.object({ id: z.number(), username: z.string(), since: z.iso.datetime() })

/** Not in the specification: whom one has blocked, to let them back in. */
export const listBlocked = endpoint({
  method: 'get',
  path: '/profile/blocked',
  summary: 'Whom a member has blocked, the latest first; those who are gone are left out',
  access: 'signedIn',
  query: z.object({ page: z.coerce.number().int().min(1).max(1000).default(1) }),
  answer: z.object({ members: z.array(blocked), page: z.number(), hasMore: z.boolean() }),
  limits: [{ name: 'list-blocked', per: 'account', most: 120, seconds: 60 }],
})
