import { z } from 'zod'
import { type Handler, handle } from '#api/call.server.ts'
import { ApiError, fieldError } from '#api/errors.ts'
import type { Services } from '#api/services.server.ts'
import type { JoinName, LegalName } from '#content/kinds.ts'
import type { Library } from '#content/library.ts'
import { pageOf, textsOn } from '#content/pages.ts'
import { parseSource, type TextLocation, textLocationOf } from '#content/source.ts'
import { brandPicturePath } from '#core/brand-pictures/brand-pictures.ts'
import { later } from '#lib/clock.ts'
import { sign, verify } from '#lib/signature.server.ts'
import { domainOf, originOf } from '#sites/hosts.ts'
import { brandById, brands } from '#sites/registry.ts'
import type { Brand } from '#sites/site.ts'
import { pictureOn } from '../campaign-pictures.server.ts'
import { textProblems } from '../editor/text-problems.ts'
import { lockTexts, openRevisionOf, presentOf, revisionOf } from '../history/revisions.sql.ts'
import { draftOf, type Revision } from '../history/revisions.ts'
import { instantInWords } from '../pages.ts'
import { changeOf } from '../publishing/published-texts.server.ts'
import { textFromForm } from '../publishing/written-text.server.ts'
import { titleOf } from '../titles.ts'
import { addComment } from './comments.sql.ts'
import {
  commentOnPreview,
  previewLinks,
  type RenderedText,
  renderText,
} from './preview.contract.ts'
import { lifeOf, MAX_COMMENTS } from './previews.ts'

/**
 * `draft`: that of which it shows a revision; of an earlier revision, which is no draft any more,
 * it says none.
 */
const ticket = z.object({
  preview: z.number(),
  draft: z.number().optional(),
  until: z.number(),
  /** Sent to members, who read it and say nothing of it. */
  isRead: z.literal(true).optional(),
})
type Ticket = z.output<typeof ticket>

/**
 * The revision of a link; null if the link is altered, has expired, or was of a draft that is none
 * any more.
 */
async function openedLink(
  { db, settings, clock }: Pick<Services, 'db' | 'settings' | 'clock'>,
  key: string,
): Promise<{ revision: Revision; until: Date; draftId: number | null } | null> {
  const read = ticket.safeParse(verify(key, settings.sessionSecret))
  if (!read.success || read.data.until <= clock.now().getTime()) return null
  const { preview, draft, until, isRead } = read.data
  if (draft !== undefined && !(await openRevisionOf(db, draft))) return null
  const revision = await revisionOf(db, preview)
  return revision
    ? { revision, until: new Date(until), draftId: isRead ? null : (draft ?? null) }
    : null
}

type PreviewedTexts = {
  texts: Library
  shown: { key: string; until: string; takesComments: boolean }
}

/**
 * The texts with the link's revision, and what its page says of itself; null where the link leads
 * nowhere.
 */
export async function previewedTexts(
  services: Services,
  key: string,
): Promise<PreviewedTexts | null> {
  const link = await openedLink(services, key)
  if (!link) return null
  const { library, problems } = await services.texts.trying([changeOf(link.revision)])
  if (problems.length > 0) return null
  const until = instantInWords(link.until.toISOString())
  return { texts: library, shown: { key, until, takesComments: link.draftId !== null } }
}

const commentHandler = handle(commentOnPreview, async ({ body, services, at }) => {
  const { preview, name: author, words } = body
  return services.db.transaction().execute(async (trx) => {
    // Before the lock, which nobody without a link holds.
    const isLink = (db: typeof services.db | typeof trx) => openedLink({ ...services, db }, preview)
    if (!(await isLink(trx))?.draftId) throw gone()
    await lockTexts(trx)
    const link = await isLink(trx)
    if (!link?.draftId) throw gone()
    const { id: revisionId, path } = link.revision
    const comment = { draftId: link.draftId, revisionId, author, words }
    if (!(await addComment(trx, comment, { most: MAX_COMMENTS, at })))
      throw new ApiError(
        'conflict',
        'So much was said of this draft that there is no room for more.',
      )
    const place = textLocationOf(path)
    if (typeof place === 'string') throw gone()
    return { next: `${pageOf(place.kind, place.name)}?preview=${preview}&said=yes` }
  })
})

const gone = () => new ApiError('notFound', 'This link has ended, and so has what it showed.')

const linksHandler = handle(previewLinks, async ({ query, services, at }) => {
  const { db, texts, settings, address } = services
  const revision =
    query.path === undefined
      ? await revisionOf(db, query.revision ?? 0)
      : (await presentOf(db, query.path)).open
  if (!revision || revision.body === null) throw new ApiError('notFound')
  const { path, body: text } = revision
  const { library, problems } = await texts.trying([changeOf(revision)])
  const { source } = parseSource({ path, text })
  if (!source || problems.length > 0) throw textProblems(problems)
  const page = pageOf(source.kind, source.name)
  const until = later(at, lifeOf[query.lasts])
  const isDraft = !revision.publishedAt && !revision.discardedAt
  const open: Ticket = { preview: revision.id, until: until.getTime() }
  const key = sign(isDraft ? { ...open, draft: draftOf(revision) } : open, settings.sessionSecret)
  return {
    revision: revision.id,
    path,
    title: titleOf({ path, text }),
    until: until.toISOString(),
    takesComments: isDraft,
    links: brands
      .filter((brand) => textsOn(page, library, brand)?.some((file) => file?.path === path))
      .map((brand) => ({
        site: brand.id,
        name: brand.name,
        url: `${originOf('pages', { domain: domainOf(brand, settings.sitesSuffix), tier: 'www' }, address)}${page}?preview=${key}`,
      })),
  }
})

const renderHandler = handle(renderText, async ({ body: { brand: id, ...body }, ...call }) => {
  const { services, host } = call
  const brand = brandById(id)
  if (!brand) throw new ApiError('notFound')
  const { path, library } = await textFromForm(services, body)
  const place = textLocationOf(path)
  if (typeof place === 'string') throw new ApiError('notFound')
  const { number, ...rendered } = renderedOn(library, brand, place)
  if (number === undefined) return { ...rendered, picture: null }
  const { key } = await pictureOn(services.db, number, brand.id)
  // Of the host of whoever writes: other hosts show no picture on this page.
  const src = originOf('media', host, services.address) + brandPicturePath(key)
  return {
    ...rendered,
    picture: { src, alt: library.campaign(place.name, brand)?.pictureShows ?? '' },
  }
})

/** `number`: of the picture of a campaign. */
type Rendered = Omit<RenderedText, 'picture'> & { number?: number | undefined }

const plain = { lead: null, points: [], html: '', button: null, small: null, listing: null }

/** What a page says, as the page itself asks for it. */
function renderedOn(library: Library, brand: Brand, { kind, name }: TextLocation): Rendered {
  if (kind === 'legal') {
    const { title, html } = library.legal(name as LegalName, brand)
    return { ...plain, title, html }
  }
  if (kind === 'help') {
    const found = library.help(brand).find((one) => one.id === name)
    if (found) return { ...plain, title: found.title, html: found.html }
    throw fieldError('matter-billing', `${brand.name} does not show this question.`)
  }
  if (kind === 'brand') return { ...plain, ...listed(library.asPublished(brand)) }
  const campaign = library.campaign(name, brand)
  if (campaign) {
    const { headline, html, button, picture: number } = campaign
    return { ...plain, title: headline, html, button, number }
  }
  if (name === 'landing') {
    const { headline, lead, reasons, priceTitle, priceText, closing } = library.landing(brand)
    const points = [
      ...reasons,
      { title: priceTitle, text: priceText },
      { title: null, text: closing },
    ]
    return { ...plain, title: headline, lead, points }
  }
  const { headline, lead, points, html, small } = library.join(name as JoinName, brand)
  return {
    ...plain,
    title: headline,
    lead,
    points: points.map((text) => ({ title: null, text })),
    html,
    small,
  }
}

/** As the head of the landing says it. */
function listed({ id, domain, copy, seo }: Brand): Pick<RenderedText, 'title' | 'listing'> {
  const { title, description, keywords, shareTitle = title, shareLine = description } = seo
  return {
    title,
    listing: {
      address: domain,
      description,
      shareTitle,
      shareLine,
      picture: `/${id}-share.png`,
      keywords,
      tagline: copy.tagline,
    },
  }
}

export const previewHandlers: Handler[] = [linksHandler, renderHandler, commentHandler]
