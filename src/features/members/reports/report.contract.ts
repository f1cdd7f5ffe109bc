import { z } from 'zod'
import { doneAndNext, endpoint, id, textField } from '#api/contract.ts'
import { MAX_REPORT_DETAILS, reportReasons } from './reporting/report-reasons.ts'

export const reportAbuse = endpoint({
  method: 'post',
  path: '/profile/reportAbuse',
  summary: 'Report a member to the people who run the site; the member is not told',
  access: 'signedIn',
  body: z
    .object({
      id,
      /** The update that the report is about; its words are kept with the report. */
      update: id.optional(),
      /** The message that it is about, which is kept with it instead of the last ones. */
      message: id.optional(),
      reason: z.enum(
        reportReasons.map((reason) => reason.value),
        { error: 'Please say what is wrong.' },
      ),
      details: textField(MAX_REPORT_DETAILS).default(''),
    })
    .refine(({ reason, details }) => reason !== 'other' || details !== '', {
      path: ['details'],
      error: 'Please tell us what happened.',
    }),
  answer: doneAndNext,
  errors: ['unavailable', 'notFound'],
  limits: [{ name: 'report', per: 'account', most: 20, seconds: 24 * 3600 }],
  pageForm: {
    name: 'report',
    page: '/profile/view/id/{id}?act=report&update={update}&message={message}',
  },
})
