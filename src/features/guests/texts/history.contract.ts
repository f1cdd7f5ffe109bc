import { z } from 'zod'
import { type Answer, endpoint, id } from '../../../api/contract.ts'
import { kinds } from '../../../content/kinds.ts'
import { path } from './drafts.contract.ts'
import { draftStatuses } from './revisions.ts'

const when = z.iso.datetime()
const act = z.object({ by: z.string(), at: when })

/** What sites show at a path: the shipped text, a published revision, or nothing. */
const shown = z.enum(['shipped', 'published', 'nothing'])

const text = z.object({
  path: z.string(),
  kind: z.enum(kinds),
  site: z.string(),
  title: z.string(),
  shown,
  published: act.nullable(),
  draft: act.extend({ standing: z.enum(draftStatuses) }).nullable(),
  /** The shipped text is newer than the one that the published revision was based on. */
  isShippedNewer: z.boolean(),
  /** The shipped text now equals the published revision. */
  isShippedSame: z.boolean(),
})

export const listTexts = endpoint({
  method: 'get',
  path: '/staff/content/texts',
  summary: 'Every text of the network with how it stands',
  access: 'staff',
  roles: ['editor', 'publisher'],
  answer: z.object({ texts: z.array(text) }),
})

export const textHistory = endpoint({
  method: 'get',
  path: '/staff/content/history',
  summary: 'What was written at a path, and what one revision would change',
  access: 'staff',
  roles: ['editor', 'publisher'],
  query: z.object({ path, revision: id.optional() }),
  answer: text.extend({
    isShipped: z.boolean(),
    /** Why one may not publish the draft; null where one may, and where there is none. */
    refusal: z.string().nullable(),
    /** Whether there is a text to edit: a draft, the published text, or the shared text. */
    mayWrite: z.boolean(),
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

export const restoreRevision = endpoint({
  method: 'post',
  path: '/staff/content/restore',
  summary: 'Publish a revision once more',
  access: 'staff',
  roles: ['publisher'],
  body: z.object({ revision: id }),
  answer: z.object({ next: z.string() }),
  errors: ['forbidden'],
  pageForm: {},
})

export const showShipped = endpoint({
  method: 'post',
  path: '/staff/content/shipped',
  summary:
    'Show what the product came with; in place of a legal text that counsel read, only if counsel read it, too',
  access: 'staff',
  roles: ['publisher'],
  body: z.object({ path }),
  answer: z.object({ next: z.string() }),
  errors: ['conflict', 'forbidden'],
  pageForm: {},
})

export type ListedText = Answer<typeof listTexts>['texts'][number]
export type TextHistory = Answer<typeof textHistory>
