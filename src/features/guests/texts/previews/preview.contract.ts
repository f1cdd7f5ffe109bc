import { z } from 'zod'
import { type Answer, endpoint, id, textField } from '#api/contract.ts'
import { path } from '../texts.contract.ts'
import { linkLives, MAX_COMMENT } from './previews.ts'

export const previewLinks = endpoint({
  method: 'get',
  path: '/staff/content/previews',
  summary:
    'Links to the pages of each brand that a draft would change, with the draft on them; for as long as was chosen, and no longer than it is a draft',
  access: 'staff',
  roles: ['editor', 'publisher'],
  query: z.object({
    revision: id.optional(),
    path: path.optional(),
    lasts: z.enum(linkLives).default('hour'),
  }),
  answer: z.object({
    revision: z.number(),
    path: z.string(),
    title: z.string(),
    until: z.iso.datetime(),
    /** Whether whoever has a link can say something of the draft. */
    takesComments: z.boolean(),
    links: z.array(z.object({ site: z.string(), name: z.string(), url: z.string() })),
  }),
})

export const renderText = endpoint({
  method: 'post',
  path: '/staff/content/render',
  summary: 'What a brand’s page would say of what is being written; nothing of it is stored',
  access: 'staff',
  roles: ['editor'],
  body: z.looseObject({
    path,
    brand: z.string().regex(/^[a-z]{1,40}$/),
    // And the form's fields: `matter-title`, `matter-reasons-0-text`, `body`.
  }),
  answer: z.object({
    title: z.string(),
    lead: z.string().nullable(),
    /** Of a campaign. */
    picture: z.object({ src: z.string(), alt: z.string() }).nullable(),
    points: z.array(z.object({ title: z.string().nullable(), text: z.string() })),
    /** Of the Markdown, in which nothing runs. */
    html: z.string(),
    /** What the button of a campaign says. */
    button: z.string().nullable(),
    small: z.string().nullable(),
    /** Of the words by which a brand is found and shared. */
    listing: z
      .object({
        address: z.string(),
        description: z.string(),
        shareTitle: z.string(),
        shareLine: z.string(),
        picture: z.string(),
        keywords: z.string(),
        tagline: z.string(),
      })
      .nullable(),
  }),
  limits: [{ name: 'render-text', per: 'account', most: 150, seconds: 60, inMemory: true }],
  maxBytes: 512 * 1024,
})

export type RenderedText = Answer<typeof renderText>

export const commentOnPreview = endpoint({
  method: 'post',
  path: '/site/commentOnPreview',
  summary: 'Say something of a draft to whoever writes it, on the page that its link shows',
  access: 'anyone',
  body: z.object({
    /** The key of the link. */
    preview: z.string().max(400),
    name: textField(40),
    words: textField(MAX_COMMENT, 1),
  }),
  answer: z.object({ next: z.string() }),
  errors: ['notFound', 'conflict'],
  limits: [{ name: 'comment-on-preview', per: 'ip', most: 20, seconds: 3600 }],
  pageForm: { name: 'comment' },
})
