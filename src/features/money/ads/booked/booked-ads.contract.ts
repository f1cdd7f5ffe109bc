import { z } from 'zod'
import { doneAndNext, endpoint, id, textField } from '#api/contract.ts'
import { adSlots } from '#sites/ads.ts'
import { brands } from '#sites/registry.ts'
import { addressProblem, MOST_ADDRESS } from './ad-address.ts'
import { MOST_ACTION, MOST_HEADLINE, MOST_WEIGHT, MOST_WORDS } from './ad-limits.ts'
import { readAdPicture } from './ad-pictures.ts'

const act = z.object({ by: z.string(), at: z.iso.datetime() })
const dayWords = 'Please give a date as 2026-12-31.'
const weightWords = `Please give a whole number from 1 to ${MOST_WEIGHT}.`

const link = z
  .string({ error: 'Please fill this in.' })
  .trim()
  .max(MOST_ADDRESS, `Please use at most ${MOST_ADDRESS} characters.`)
  .superRefine((typed, context) => {
    const message = addressProblem(typed)
    if (message !== null) context.addIssue({ code: 'custom', message })
  })

const content = {
  link,
  headline: textField(MOST_HEADLINE, 1),
  text: textField(MOST_WORDS, 1),
  action: textField(MOST_ACTION, 1),
  picture: z
    .string({ error: 'Please choose a picture.' })
    .max(40, 'Please choose a picture.')
    .refine((value) => readAdPicture(value) !== null, 'Please choose a picture.'),
  weight: z.coerce
    .number(weightWords)
    .int(weightWords)
    .min(1, weightWords)
    .max(MOST_WEIGHT, weightWords),
  from: z.iso.date(dayWords),
  until: z.iso.date(dayWords),
}

export const listBookedAds = endpoint({
  method: 'get',
  path: '/staff/content/ads',
  summary:
    'The ads that publishers placed, those that run now first, with how often each was seen and clicked during the last 30 days',
  access: 'staff',
  roles: ['publisher'],
  answer: z.object({
    today: z.iso.date(),
    /** The first day that is counted. */
    since: z.iso.date(),
    /** Those that show ads. */
    brands: z.array(z.object({ id: z.string(), name: z.string() })),
    pictures: z.array(
      z.object({ value: z.string(), label: z.string(), brand: z.string().nullable() }),
    ),
    ads: z.array(
      z.object({
        id: z.number(),
        /** Null: every brand that shows its slot. */
        brand: z.string().nullable(),
        slot: z.enum(adSlots),
        link: z.string(),
        headline: z.string(),
        text: z.string(),
        action: z.string(),
        picture: z.string(),
        /** Null where its picture was removed. */
        image: z.object({ src: z.string(), alt: z.string() }).nullable(),
        weight: z.number(),
        from: z.iso.date(),
        until: z.iso.date(),
        version: z.number(),
        state: z.enum(['runs', 'comes', 'over', 'ended']),
        added: act,
        changed: act.nullable(),
        ended: act.nullable(),
        views: z.number(),
        clicks: z.number(),
      }),
    ),
  }),
})

export const changeBookedAds = endpoint({
  method: 'post',
  path: '/staff/content/ad',
  summary:
    'Place an ad in a slot of a brand, or of every brand, beside those that the brand came with; change one, or end it before its last day. What members see changes at once',
  access: 'staff',
  roles: ['publisher'],
  body: z.discriminatedUnion('act', [
    z.object({
      act: z.literal('add'),
      /** '' means every brand, as a form sends it. */
      brand: z.enum(['', ...brands.map((one) => one.id)], { error: 'There is no such brand.' }),
      slot: z.enum(adSlots, { error: 'There is no such place.' }),
      ...content,
    }),
    z.object({
      act: z.literal('change'),
      id,
      /** Of the ad as it was when its form was opened. */
      version: z.coerce.number().int().positive(),
      ...content,
    }),
    z.object({ act: z.literal('end'), id }),
  ]),
  answer: doneAndNext,
  errors: ['conflict'],
  pageForm: { name: 'booked-ad' },
})
