import { z } from 'zod'
import { done, endpoint, id } from '#api/contract.ts'
import { adEvents } from './ads.ts'

const limits = [{ name: 'ads', per: 'account', most: 240, seconds: 60, inMemory: true }] as const

const option = z.object({ id: z.number(), label: z.string() })

export const fullPageAd = endpoint({
  method: 'get',
  path: '/site/fullPageAd',
  summary: 'What the page of the full-page ad offers beside the ad',
  access: 'member',
  answer: z.object({ options: z.array(option) }),
  errors: ['notFound'],
  limits,
})

export const monetisationUrl = endpoint({
  method: 'get',
  path: '/ad/monetisationUrl',
  summary: 'Where one of the site’s monetizationOptions leads',
  access: 'member',
  query: z.object({ monetisationOptionId: id }),
  answer: z.object({ url: z.string() }),
  errors: ['notFound'],
  limits,
})

export const trackEvent = endpoint({
  method: 'post',
  path: '/ad/trackEvent',
  summary: 'Count that an ad was seen or clicked, without saying by whom',
  access: 'member',
  body: z.object({ ad: z.string().max(40), event: z.enum(adEvents) }),
  answer: done,
  errors: ['notFound'],
  limits,
})
