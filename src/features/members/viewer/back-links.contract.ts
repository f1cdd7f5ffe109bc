import { z } from 'zod'
import { endpoint } from '#api/contract.ts'

/**
 * The specification has only the name. It answers where a page's back button leads; the browser's
 * own Back is the browser's, and nothing here touches it. Addresses are paths of the brand: any
 * other is dropped.
 */
export const getBackButtonLinks = endpoint({
  method: 'get',
  path: '/site/getBackButtonLinks',
  summary:
    'Where the back button of a page may lead, the best first: what `?back=` had remembered, the page one came from (`from`), the page above',
  access: 'signedIn',
  query: z.object({ path: z.string().max(500), from: z.string().max(2000).optional() }),
  answer: z.object({ links: z.array(z.object({ label: z.string(), url: z.string() })) }),
})
