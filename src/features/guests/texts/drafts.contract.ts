import { z } from 'zod'
import { done, endpoint, id } from '../../../api/contract.ts'
import { withoutMark } from '../../../content/source.ts'
import { MAX_CHARACTERS, draftStatuses, TOO_LONG } from './revisions.ts'

/** Path below src/content, e.g. `legal/wivesnow/terms.md`. */
export const path = z.string().min(1).max(200)

const draft = z.object({
  path: z.string(),
  revision: z.number(),
  text: z.string(),
  standing: z.enum(draftStatuses),
  author: z.string(),
  savedAt: z.iso.datetime(),
})

export const editedTexts = endpoint({
  method: 'get',
  path: '/staff/content/files',
  summary:
    'The texts of all brands (`all`), or those that one brand has or may have, with what is being written',
  access: 'staff',
  roles: ['editor', 'publisher'],
  query: z.object({ site: z.string().max(40).default('all') }),
  answer: z.object({
    files: z.array(
      z.object({
        path: z.string(),
        text: z.string(),
        /** False if the brand uses the shared text; editing then starts a text of its own. */
        isOwn: z.boolean(),
        /** The published revision; null if the shipped text is shown. */
        revision: z.number().nullable(),
      }),
    ),
    drafts: z.array(draft),
  }),
})

export const saveText = endpoint({
  method: 'post',
  path: '/staff/content/save',
  summary:
    'Save what is being written; refused where it could not be published, with file, line and words or, of a form, by field',
  access: 'staff',
  roles: ['editor'],
  body: z.looseObject({
    /** Of a new question `help/all/`; `name` is then the file's, made of the question if empty. */
    path,
    /** The whole file, or the form's fields: `matter-title`, `matter-reasons-0-text`, `body`. */
    text: z.string().max(MAX_CHARACTERS, TOO_LONG).transform(withoutMark).optional(),
    /** The revision that was edited: the draft, or the published one; empty: the shipped text. */
    basis: z.union([z.literal('').transform(() => null), id.nullable()]),
  }),
  answer: z.object({ revision: z.number(), path: z.string(), next: z.string() }),
  errors: ['conflict'],
  maxBytes: 512 * 1024,
  pageForm: { name: 'text' },
})

export const changeDraftStatus = endpoint({
  method: 'post',
  path: '/staff/content/standing',
  summary: 'Tell colleagues how far a draft has come',
  access: 'staff',
  roles: ['editor'],
  body: z.object({ revision: id, standing: z.enum(draftStatuses) }),
  answer: done.extend({ next: z.string() }),
  errors: ['conflict'],
  pageForm: {},
})

export const publishDraft = endpoint({
  method: 'post',
  path: '/staff/content/publish',
  summary:
    'Show a draft on the sites, which somebody else wrote; a legal one once counsel has read it',
  access: 'staff',
  roles: ['publisher'],
  body: z.object({ revision: id }),
  answer: z.object({ next: z.string() }),
  errors: ['conflict', 'forbidden'],
  pageForm: {},
})

export const discardDraft = endpoint({
  method: 'post',
  path: '/staff/content/discard',
  summary: 'Put a draft away; its words stay in the history',
  access: 'staff',
  roles: ['editor'],
  body: z.object({ revision: id }),
  answer: z.object({ next: z.string() }),
  errors: ['conflict'],
  pageForm: {},
})

export const removeText = endpoint({
  method: 'post',
  path: '/staff/content/remove',
  summary:
    'Take a text from the sites; a brand that had its own has the one for all again, of a legal one if counsel read that, too',
  access: 'staff',
  roles: ['publisher'],
  body: z.object({ path }),
  answer: z.object({ next: z.string() }),
  errors: ['forbidden'],
  pageForm: {},
})
