import { CAMPAIGN_PAGE, pageRoutes, withoutIndex } from '../sites/routes.ts'
import type { Brand } from '../sites/site.ts'
import { isOpenAt } from './campaigns.ts'
import { type ContentKind, isCampaign, type LegalName, legalNames } from './kinds.ts'
import type { HelpText, Library } from './library.ts'
import type { ParsedSource } from './source.ts'

const promoPages: Readonly<Record<string, string>> = {
  landing: '/',
  oneClick: '/promo/oneClick',
  affiliate: '/promo/Affiliate',
}

const CAMPAIGNS = CAMPAIGN_PAGE.replace(/:\w+$/, '')

export function pageOf(kind: ContentKind, name: string): string {
  if (isCampaign({ kind, name })) return `${CAMPAIGNS}${name}`
  if (kind === 'promo') return promoPages[name] ?? '/'
  if (kind === 'brand') return '/'
  return kind === 'legal' ? `/site/${name}` : `/help/${name}`
}

/** The texts that a guest page says; null where there is no such page. */
export function textsOn(
  path: string,
  library: Library,
  brand: Brand,
): Array<ParsedSource | null> | null {
  const own = ownTextsOn(path, library, brand)
  // Head and foot of each page have the brand's own words.
  return own && [...own, library.origin('brand', 'listing', brand)]
}

const wordless = new Set(
  pageRoutes
    .filter(({ prerendered, indexed }) => prerendered && !indexed)
    .map(({ pattern }) => pattern),
)

function ownTextsOn(
  path: string,
  library: Library,
  brand: Brand,
): Array<ParsedSource | null> | null {
  const promo = Object.keys(promoPages).find((name) => promoPages[name] === path)
  if (promo !== undefined) return [library.origin('promo', promo, brand)]
  const [, place = '', name = ''] = path.split('/')
  if (path.startsWith(CAMPAIGNS))
    return library.campaign(name, brand) && [library.origin('promo', name, brand)]
  if (place === 'site')
    return legalNames.includes(name as LegalName) ? [library.origin('legal', name, brand)] : null
  if (place !== 'help') return wordless.has(path) ? [] : null
  const questions = library.help(brand)
  if (path !== '/help' && !questions.some(({ id }) => id === name)) return null
  // A help page links to the other questions, so it depends on all of them.
  const files =
    helpFiles.get(questions) ?? questions.map(({ id }) => library.origin('help', id, brand))
  helpFiles.set(questions, files)
  return files
}

/** Whether guests find a page at a moment: a campaign has its days. */
export function isPageAt(path: string, library: Library, brand: Brand, at: Date): boolean {
  if (!path.startsWith(CAMPAIGNS)) return true
  const plain = withoutIndex(path)
  if (Object.values(promoPages).includes(plain)) return true
  const campaign = library.campaign(plain.slice(CAMPAIGNS.length), brand)
  return campaign !== null && isOpenAt(campaign, at)
}

const helpFiles = new WeakMap<readonly HelpText[], Array<ParsedSource | null>>()
