import { z } from 'zod'
import { endpoint, id } from '../../../api/contract.ts'
import { path } from './texts.contract.ts'

export const previewLinks = endpoint({
  method: 'get',
  path: '/staff/content/previews',
  summary:
    'Links to the pages of each brand that a draft would change, with the draft on them; for an hour',
  access: 'staff',
  roles: ['editor', 'publisher'],
  query: z.object({ revision: id.optional(), path: path.optional() }),
  answer: z.object({
    revision: z.number(),
    path: z.string(),
    title: z.string(),
    links: z.array(z.object({ site: z.string(), name: z.string(), url: z.string() })),
  }),
})
