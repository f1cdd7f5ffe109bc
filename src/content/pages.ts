import type { Brand } from '../sites/site.ts'
import { type Kind, type LegalName, legalNames } from './kinds.ts'
import type { HelpText, Library } from './library.ts'
import type { ParsedSource } from './source.ts'

const promoPages: Readonly<Record<string, string>> = { landing: '/', oneClick: '/promo/oneClick', affiliate: '/promo/Affiliate' }

/** The page that a text is on. */
export function pageOf(kind: Kind, name: string): string {
  if (kind === 'promo') return promoPages[name] ?? '/'
  return kind === 'legal' ? `/site/${name}` : `/help/${name}`
}

/** The files that a page shows on a brand; null where it shows none, or is no page there. */
export function textsOn(path: string, library: Library, brand: Brand): Array<ParsedSource | null> | null {
  const promo = Object.keys(promoPages).find((name) => promoPages[name] === path)
  if (promo !== undefined) return [library.origin('promo', promo, brand)]
  const [, place = '', name = ''] = path.split('/')
  if (place === 'site') return legalNames.includes(name as LegalName) ? [library.origin('legal', name, brand)] : null
  if (place !== 'help') return null
  const questions = library.help(brand)
  if (path !== '/help' && !questions.some(({ id }) => id === name)) return null
  // A question leads to others, and stands among them.
  const files = helpFiles.get(questions) ?? questions.map(({ id }) => library.origin('help', id, brand))
  helpFiles.set(questions, files)
  return files
}

/** The same for each of a brand's questions, until they change. */
const helpFiles = new WeakMap<readonly HelpText[], Array<ParsedSource | null>>()
