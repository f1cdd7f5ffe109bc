import { z } from 'zod'
import { endpoint } from '#api/contract.ts'
import { reportReasons } from '../reporting/report-reasons.ts'

const reasons = reportReasons.map(({ value }) => value)

/** Not in the specification: what became of one's own reports. */
export const listOwnReports = endpoint({
  method: 'get',
  path: '/profile/reports',
  summary:
    'The member’s own reports, the latest first, each with what came of it; without whom it was about',
  access: 'signedIn',
  answer: z.object({
    reports: z.array(
      z.object({
        at: z.iso.datetime(),
        reason: z.enum(reasons),
        outcome: z.enum(['received', 'acted', 'noBreach']),
      }),
    ),
  }),
  limits: [{ name: 'list-own-reports', per: 'account', most: 120, seconds: 60 }],
})
