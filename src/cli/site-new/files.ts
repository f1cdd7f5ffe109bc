import { brands } from '../../sites/registry.ts'
import { matchPage } from '../../sites/routes.ts'
import { artOf, insideOf, markOf } from './drawings.ts'
import { freeHue, hexOf, paletteFor } from './palette.ts'

/** Installed font pairs that no brand uses yet: headline first, text second. */
const pairings = [
  ['Newsreader Variable', 'Instrument Sans Variable'],
  ['Figtree Variable', 'Newsreader Variable'],
  ['Libre Franklin Variable', 'Nunito Sans Variable'],
  ['Nunito Sans Variable', 'Hanken Grotesk Variable'],
  ['Hanken Grotesk Variable', 'Alegreya Variable'],
] as const

const reserved = ['all', 'www', 'api', 'media', 'mail', 'members', 'staging', 'redirect', 'redirects', 'cupidredirect', 'localhost', 'staff']

export function idProblem(id: string): string | null {
  if (!/^[a-z]{3,20}$/.test(id)) return 'A brand’s id has 3 to 20 small letters and nothing else: it becomes a host name and a path.'
  if (brands.some((brand) => brand.id === id)) return `There is a brand ${id} already.`
  if (reserved.includes(id) || matchPage(`/${id}`, []) !== null) return `${id} is the name of a host or a page.`
  return null
}

/**
 * All files of a new brand by path below src. Hue, fonts, logo and picture are unique; only texts and legal identity
 * are placeholders.
 */
export function filesOf(id: string, takenHues: readonly number[]): Record<string, string> {
  const name = id.charAt(0).toUpperCase() + id.slice(1)
  const palette = paletteFor(freeHue(takenHues))
  const [display, text] =
    pairings.find(([first, second]) => !brands.some(({ theme: { fonts } }) => fonts.display === first && fonts.text === second)) ?? pairings[0]
  return {
    [`sites/${id}/brand.ts`]: brandSource(id, name, palette, { display, text }),
    [`sites/${id}/theme.css`]: themeSource(id, palette, { display, text }),
    [`sites/${id}/inside.css`]: insideOf(id),
    [`sites/${id}/logo.svg`]: markOf(id),
    [`sites/${id}/art.svg`]: artOf(id),
    [`content/promo/${id}/landing.md`]: landingSource(name),
  }
}

type Palette = ReturnType<typeof paletteFor>
type Pairing = { display: string; text: string }

const hex = (palette: Palette, token: string, scheme: 'light' | 'dark' = 'light'): string => hexOf(palette[token]?.[scheme] ?? '')

function brandSource(id: string, name: string, palette: Palette, { display, text }: Pairing): string {
  const short = shortNameOf(id)
  const projectId = Math.max(...brands.map((brand) => brand.projectId)) + 1
  return `import type { BrandData } from '../site.ts'

export const brand: BrandData = {
  id: '${id}',
  name: '${name}',
  domain: '${id}.example',
  shortName: '${short}',
  projectId: ${projectId},
  billing: {
    model: 'subscription',
    plans: [
      { keyword: '${short}-month', name: '1 month', days: 30, price: { amount: 2490, currency: 'EUR' }, renews: true },
      { keyword: '${short}-quarter', name: '3 months', days: 90, price: { amount: 4990, currency: 'EUR' }, renews: true },
    ],
  },
  traffic: { tmDomain: 'https://traffic.${id}.example/' },
  theme: {
    primary: '${hex(palette, 'accent')}',
    secondary: '${hex(palette, 'second')}',
    background: '${hex(palette, 'surface')}',
    backgroundDark: '${hex(palette, 'surface', 'dark')}',
    text: '${hex(palette, 'ink')}',
    landing: 'plain',
    fonts: { display: '${display}', text: '${text}' },
  },
  copy: { joinLabel: 'Join free', tagline: 'A place for grown-ups' },
  legal: {
    companyName: '${name} Ltd',
    companyAddress: 'To be filled in',
    companyCountry: 'NL',
    supportEmail: 'support@${id}.example',
  },
  seo: {
    title: '${name} – a place for grown-ups',
    description: '${name} is a members-only dating site for adults. Join free, stay discreet, and meet real people near you.',
    keywords: 'adult dating, discreet dating, meet adults nearby',
  },
  limits: { maxMessageChars: 1000, maxUpdateChars: 280 },
  searchCountries: ['GB', 'IE', 'NL', 'DE', 'US', 'CA', 'AU'],
  defaultBirthDay: '1990-01-01',
}
`
}

function shortNameOf(id: string): string {
  const taken = new Set(brands.map(({ shortName }) => shortName))
  for (let second = 1; second < id.length; second += 1) {
    const short = id.charAt(0) + id.charAt(second)
    if (!taken.has(short)) return short
  }
  return id
}

function themeSource(id: string, palette: Palette, { display, text }: Pairing): string {
  const colours = Object.entries(palette).map(([token, { light, dark }]) => `    --${token}: light-dark(${light}, ${dark});`)
  const family = (name: string) => `'${name}', '${name.replace('Variable', 'Fallback')}', system-ui, sans-serif`
  return `@layer tokens {
  [data-brand='${id}'] {
${colours.join('\n')}
    --font-display: ${family(display)};
    --font-text: ${family(text)};
    --display-weight: 600;
    --display-tracking: -0.02em;
    --display-leading: 1.08;
    --radius: 0.75rem;
    --radius-control: 0.5rem;
  }
}
`
}

function landingSource(name: string): string {
  return `---
headline: Meet adults who mean it.
lead: ${name} is a members-only site for grown-ups who would rather say what they are looking for. Joining is free.
reasons:
  - title: Discreet
    text: Your photos can stay private, and our mails have subject lines that say nothing.
  - title: Near
    text: Search by place and distance. Others never see where you are, only about how far.
  - title: Fair
    text: Prices stand here, before you join, and leaving takes as little as joining.
priceTitle: What it costs
priceText: Looking around, liking and answering cost nothing. A membership lets you write first.
closing: See who is here.
---
`
}
