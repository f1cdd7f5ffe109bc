import { z } from 'zod'
import { endpoint } from '#api/contract.ts'

const figures = z.object({
  notices: z.number(),
  actedOn: z.number(),
  medianHours: z.number().nullable(),
  decisions: z.number(),
  ownInitiative: z.number(),
  automated: z.number(),
  suspensions: z.number(),
  reversed: z.number(),
  complaints: z.number(),
  overturned: z.number(),
  orders: z.number(),
  recipients: z.number().nullable(),
  recipientsInEu: z.number().nullable(),
})

/** Not in the specification: the key figures of the brand's last report. */
export const getTransparency = endpoint({
  method: 'get',
  path: '/site/transparency',
  summary: 'Key figures of the brand’s last transparency report; null before the first',
  access: 'anyone',
  answer: z.object({
    report: z
      .object({ from: z.iso.date(), to: z.iso.date(), madeAt: z.iso.datetime(), figures })
      .nullable(),
  }),
  limits: [{ name: 'transparency', per: 'ip', most: 120, seconds: 60, inMemory: true }],
})
