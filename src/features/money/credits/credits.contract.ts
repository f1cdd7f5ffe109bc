import { z } from 'zod'
import { endpoint } from '#api/contract.ts'
import { pollLimit } from '#core/live/tickers.contract.ts'

/** The JSON inside the string that currentCreditsInfo returns (specification §3 and §7). */
const creditsInfo = z.object({ currentCredits: z.number() })
export type CreditsInfo = z.output<typeof creditsInfo>

export const currentCreditsInfo = endpoint({
  method: 'get',
  path: '/profile/currentCreditsInfo',
  summary: 'The credits left, as a JSON string that holds JSON: "{\\"currentCredits\\":5}"',
  access: 'signedIn',
  bfcache: true,
  answer: z.string(),
  limits: [pollLimit],
})
