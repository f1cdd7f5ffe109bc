import { z } from 'zod'
import { codeOf, type Codes } from '#money/affiliates/arrivals/codes.ts'

const code = (name: keyof Codes) =>
  z.preprocess((value) => codeOf(name, value), z.string().optional()).catch(undefined)

export const sender = z.object({
  affiliateId: code('affiliateId'),
  subid: code('subid'),
  campaignId: code('campaignId'),
})

export type Sender = z.output<typeof sender>
