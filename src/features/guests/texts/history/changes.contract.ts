import { z } from 'zod'
import { endpoint, id } from '#api/contract.ts'
import { withoutMark } from '#content/source.ts'
import { path } from '../texts.contract.ts'
import { draftStatuses, MAX_CHARACTERS, TOO_LONG } from './revisions.ts'

const revisionOrShipped = z.union([z.literal('').transform(() => null), id.nullable()])

export const writeDraft = endpoint({
  method: 'post',
  path: '/staff/content/text',
  summary:
    'Save what is being written, say how far it has come, put it away, or take away what was said of it; what could not be published is refused, with file, line and words or, of a form, by field',
  access: 'staff',
  roles: ['editor'],
  body: z.discriminatedUnion('act', [
    z.looseObject({
      act: z.literal('save'),
      /**
       * Of a new question `help/all/`; `name` is then the file's, made of the question if empty.
       */
      path,
      /** The whole file, or the form's fields: `matter-title`, `matter-reasons-0-text`, `body`. */
      text: z.string().max(MAX_CHARACTERS, TOO_LONG).transform(withoutMark).optional(),
      /** The revision that was edited: the draft, or the published one; empty: the shipped text. */
      basis: revisionOrShipped,
      /** The revision of somebody else that was seen meanwhile, and that this one goes over. */
      over: revisionOrShipped.optional(),
    }),
    z.object({ act: z.literal('status'), revision: id, standing: z.enum(draftStatuses) }),
    z.object({ act: z.literal('discard'), revision: id }),
    z.object({ act: z.literal('dropComment'), revision: id, comment: id }),
  ]),
  answer: z.object({
    path: z.string(),
    /** That is a draft now; null where it was put away. */
    revision: z.number().nullable(),
    next: z.string(),
  }),
  errors: ['conflict', 'forbidden'],
  maxBytes: 512 * 1024,
  pageForm: { name: 'text' },
})

export const publishText = endpoint({
  method: 'post',
  path: '/staff/content/publish',
  summary:
    'Change what sites show, at once or at a time: a draft that somebody else wrote, an earlier text once more, what the product came with, or no text; a legal one only if counsel has read it, and new terms once members were told',
  access: 'staff',
  roles: ['publisher'],
  body: z.discriminatedUnion('act', [
    z.object({ act: z.literal('publish'), revision: id }),
    z.object({
      act: z.literal('schedule'),
      revision: id,
      /** As the clocks of the brand say it: `2027-01-31T09:30`. */
      at: z
        .string()
        .regex(
          /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?$/,
          'There is no such time. Please choose a day and an hour.',
        ),
    }),
    z.object({ act: z.literal('cancel'), revision: id }),
    z.object({ act: z.literal('restore'), revision: id }),
    z.object({ act: z.literal('shipped'), path }),
    /** A brand that had its own text has the one for all again. */
    z.object({ act: z.literal('remove'), path }),
  ]),
  answer: z.object({ next: z.string() }),
  errors: ['conflict', 'forbidden'],
  pageForm: {},
})
