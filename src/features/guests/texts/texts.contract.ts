import { z } from 'zod'
import { type Answer, endpoint, id } from '#api/contract.ts'
import { kinds } from '#content/kinds.ts'
import { draftStatuses, listStates } from './history/revisions.ts'

/** Path below src/content, e.g. `legal/wivesnow/terms.md`. */
export const path = z.string().min(1).max(200)

const when = z.iso.datetime()
const act = z.object({ by: z.string(), at: when })

/** What sites show at a path: the shipped text, a published revision, or nothing. */
const shown = z.enum(['shipped', 'published', 'nothing'])

const text = z.object({
  path: z.string(),
  kind: z.enum(kinds),
  site: z.string(),
  title: z.string(),
  /** Of the page that shows it, e.g. `/site/terms`. */
  address: z.string(),
  /** Ids of the brands on which that page is this text, or would be once it is published. */
  brands: z.array(z.string()),
  shown,
  published: act.nullable(),
  draft: act.extend({ standing: z.enum(draftStatuses) }).nullable(),
  /** The shipped text is newer than the one that the published revision was based on. */
  isShippedNewer: z.boolean(),
  /** The shipped text now equals the published revision. */
  isShippedSame: z.boolean(),
})

/** Not chosen, as a form without script says it. */
const any = z.literal('')

export const listTexts = endpoint({
  method: 'get',
  path: '/staff/content/texts',
  summary: 'The texts of the network with how they stand, by words, kind, brand and state',
  access: 'staff',
  roles: ['editor', 'publisher'],
  query: z.object({
    /** Words that all stand in the title or in the text. */
    find: z.string().max(100).default(''),
    kind: z.union([any, z.enum(kinds)]).default(''),
    /** A brand: its own texts and those for all that it shows; `all`: those for all brands. */
    site: z.string().max(40).default(''),
    state: z.union([any, z.enum(listStates)]).default(''),
  }),
  answer: z.object({
    texts: z.array(
      text.extend({
        /** Where the words stand that were looked for, if not in the title. */
        excerpt: z.string().nullable(),
      }),
    ),
  }),
})

export const getText = endpoint({
  method: 'get',
  path: '/staff/content/text',
  summary: 'One text: what is being written, its history, and what one revision would change',
  access: 'staff',
  roles: ['editor', 'publisher'],
  query: z.object({ path, revision: id.optional() }),
  answer: text.extend({
    isShipped: z.boolean(),
    /** What an editor goes on with; null where there is nothing to edit. */
    writing: z
      .object({
        text: z.string(),
        /** The text as the fields of the form: `matter-title`, `body`. */
        values: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
        /** The revision that it is: the draft, or the published one; null: the shipped text. */
        basis: z.number().nullable(),
        /** It is the text for all brands, to begin a brand's own with. */
        isCopy: z.boolean(),
      })
      .nullable(),
    /** What was said of the draft by those who have a link to it, the first first. */
    comments: z.array(
      z.object({
        id: z.number(),
        /** The revision that they saw. */
        revision: z.number(),
        author: z.string(),
        words: z.string(),
        at: when,
      }),
    ),
    /** Why one may not publish the draft; null where one may, and where there is none. */
    refusal: z.string().nullable(),
    /**
     * How many members have to accept terms once the draft is published, and of how many brands.
     */
    asked: z.object({ members: z.number(), brands: z.number() }).nullable(),
    plan: z.object({
      /** Of the clocks by which it is planned. */
      zone: z.string(),
      /** Between telling members of new terms and publishing them. */
      days: z.number(),
      last: z
        .object({
          revision: z.number(),
          at: when,
          by: z.string(),
          state: z.enum(['waits', 'lapsed']),
          why: z.string().nullable(),
          /** Members whom a mail went to, and those who have no address that one could go to. */
          told: z
            .object({ members: z.number(), untold: z.number(), isDone: z.boolean() })
            .nullable(),
        })
        .nullable(),
    }),
    revisions: z.array(
      z.object({
        id: z.number(),
        state: z.enum([...draftStatuses, 'live', 'past', 'discarded']),
        takesAway: z.boolean(),
        written: act,
        published: act.nullable(),
        retired: act.nullable(),
      }),
    ),
    /** Against the published revision; the published one against the text that it replaces. */
    compared: z
      .object({
        revision: z.number(),
        against: z.enum(['shown', 'otherwise']),
        parts: z.array(
          z.object({ words: z.string(), change: z.enum(['none', 'added', 'removed']) }),
        ),
      })
      .nullable(),
  }),
})

export type ListedText = Answer<typeof listTexts>['texts'][number]
export type OneText = Answer<typeof getText>
