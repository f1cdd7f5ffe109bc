import { z } from 'zod'
import { type Handler, handle } from '../../../api/call.server.ts'
import { ApiError, fieldError } from '../../../api/errors.ts'
import type { Services } from '../../../api/services.server.ts'
import type { JoinName, LegalName } from '../../../content/kinds.ts'
import type { Library } from '../../../content/library.ts'
import { pageOf, textsOn } from '../../../content/pages.ts'
import { parseSource, type TextLocation, textLocationOf } from '../../../content/source.ts'
import { HOUR, later } from '../../../lib/clock.ts'
import { sign, verify } from '../../../lib/signature.server.ts'
import { domainOf, originOf } from '../../../sites/hosts.ts'
import { brandById, brands } from '../../../sites/registry.ts'
import type { Brand } from '../../../sites/site.ts'
import { previewLinks, type RenderedText, renderText } from './preview.contract.ts'
import { changeOf } from './published-texts.server.ts'
import { presentOf, revisionOf } from './revisions.sql.ts'
import { textProblems } from './text-problems.ts'
import { titleOf } from './titles.ts'
import { textFromForm } from './written-text.server.ts'

const LINK_LIFETIME = HOUR
const ticket = z.object({ preview: z.number(), until: z.number() })

/** Returns the texts with the link's revision applied; null if the link is altered, expired or no longer possible. */
export async function previewedTexts(
  { db, settings, clock, texts }: Services,
  key: string,
): Promise<Library | null> {
  const read = ticket.safeParse(verify(key, settings.sessionSecret))
  if (!read.success || read.data.until <= clock.now().getTime()) return null
  const revision = await revisionOf(db, read.data.preview)
  if (!revision) return null
  const { library, problems } = await texts.trying([changeOf(revision)])
  return problems.length === 0 ? library : null
}

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
  const key = sign(
    { preview: revision.id, until: later(at, LINK_LIFETIME).getTime() } satisfies z.input<
      typeof ticket
    >,
    settings.sessionSecret,
  )
  return {
    revision: revision.id,
    path,
    title: titleOf({ path, text }),
    links: brands
      .filter((brand) => textsOn(page, library, brand)?.some((file) => file?.path === path))
      .map((brand) => ({
        site: brand.id,
        name: brand.name,
        url: `${originOf('pages', { domain: domainOf(brand, settings.sitesSuffix), tier: 'www' }, address)}${page}?preview=${key}`,
      })),
  }
})

const renderHandler = handle(renderText, async ({ body: { brand: id, ...body }, services }) => {
  const brand = brandById(id)
  if (!brand) throw new ApiError('notFound')
  const { path, library } = await textFromForm(services, body)
  const place = textLocationOf(path)
  if (typeof place === 'string') throw new ApiError('notFound')
  return renderedOn(library, brand, place)
})

const plain = { lead: null, points: [], html: '', small: null }

/** What a page says, as the page itself asks for it. */
function renderedOn(library: Library, brand: Brand, { kind, name }: TextLocation): RenderedText {
  if (kind === 'legal') {
    const { title, html } = library.legal(name as LegalName, brand)
    return { ...plain, title, html }
  }
  if (kind === 'help') {
    const found = library.help(brand).find((one) => one.id === name)
    if (found) return { ...plain, title: found.title, html: found.html }
    throw fieldError('matter-billing', `${brand.name} does not show this question.`)
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
    title: headline,
    lead,
    points: points.map((text) => ({ title: null, text })),
    html,
    small,
  }
}

export const previewHandlers: Handler[] = [linksHandler, renderHandler]
