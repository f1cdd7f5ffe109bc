import { z } from 'zod'
import { doneAndNext, endpoint, id, textField } from '#api/contract.ts'
import { brands } from '#sites/registry.ts'
import { MOST_ALT, MOST_NAME, pictureFile } from './picture-limits.ts'

const act = z.object({ by: z.string(), at: z.iso.datetime() })
const words = { name: textField(MOST_NAME, 1), alt: textField(MOST_ALT, 1) }

export const listBrandPictures = endpoint({
  method: 'get',
  path: '/staff/content/pictures',
  summary:
    'The pictures that publishers put, the newest first, and the ads and campaigns that show them',
  access: 'staff',
  roles: ['editor', 'publisher'],
  answer: z.object({
    pictures: z.array(
      z.object({
        id: z.number(),
        /** Null: of all brands. */
        brand: z.string().nullable(),
        /** By which staff find it; nobody else reads it. */
        name: z.string(),
        alt: z.string(),
        src: z.string(),
        width: z.number(),
        height: z.number(),
        version: z.number(),
        added: act,
        changed: act.nullable(),
        /** Headlines of the ads that show it now, or will. */
        ads: z.array(z.string()),
        /** Addresses of the campaigns that show it. */
        campaigns: z.array(z.string()),
      }),
    ),
  }),
})

export const changeBrandPictures = endpoint({
  method: 'post',
  path: '/staff/content/picture',
  summary:
    'Put a picture of a brand, or of all brands, made anew of the file that is sent; change its words or put another file in its place; or take it back, with its file. One that an ad or a campaign shows stays',
  access: 'staff',
  roles: ['publisher'],
  body: z.discriminatedUnion('act', [
    z.object({
      act: z.literal('add'),
      /** '' means all brands, as a form sends it. */
      brand: z.enum(['', ...brands.map((one) => one.id)], { error: 'There is no such brand.' }),
      ...words,
    }),
    z.object({
      act: z.literal('change'),
      id,
      /** Of the picture as it was when its form was opened. */
      version: z.coerce.number().int().positive(),
      ...words,
    }),
    z.object({ act: z.literal('remove'), id }),
  ]),
  files: pictureFile,
  answer: doneAndNext,
  errors: ['conflict', 'storageFull'],
  pageForm: { name: 'brand-picture' },
})
