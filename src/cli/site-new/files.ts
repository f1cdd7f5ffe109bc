import { brands, mainBrand } from '#sites/registry.ts'
import { matchPage } from '#sites/routes.ts'
import type { Billing, BrandData } from '#sites/site.ts'
import { artOf, insideOf, markOf } from './drawings.ts'
import { type BrandIdentity, quoted } from './identity.ts'
import { freeHue, hexOf, paletteFor } from './palette.ts'

/** Installed font pairs that no brand uses yet: headline first, text second. */
const pairings = [
  ['Newsreader Variable', 'Instrument Sans Variable'],
  ['Figtree Variable', 'Newsreader Variable'],
  ['Libre Franklin Variable', 'Nunito Sans Variable'],
  ['Nunito Sans Variable', 'Hanken Grotesk Variable'],
  ['Hanken Grotesk Variable', 'Alegreya Variable'],
] as const

const reserved = [
  'all',
  'www',
  'api',
  'media',
  'mail',
  'members',
  'staging',
  'redirect',
  'redirects',
  'cupidredirect',
  'localhost',
  'staff',
]

export function idProblem(id: string): string | null {
  if (!/^[a-z]{3,20}$/.test(id))
    return 'A brand’s id has 3 to 20 small letters and nothing else: it becomes a host name and a path.'
  if (brands.some((brand) => brand.id === id)) return `There is a brand ${id} already.`
  if (reserved.includes(id) || matchPage(`/${id}`, []) !== null)
    return `${id} is the name of a host or a page.`
  return null
}

export type Model = Billing['model']

/**
 * What a brand of each model sells at first, and what its landing says of it: the same as the help
 * of that model.
 */
const models: Record<
  Model,
  { billing: (short: string) => BrandData['billing']; fair: string; priceText: string }
> = {
  subscription: {
    billing: (short) => ({
      model: 'subscription',
      plans: [
        {
          keyword: `${short}-month`,
          name: '1 month',
          days: 30,
          price: { amount: 2490, currency: 'EUR' },
          renews: true,
        },
        {
          keyword: `${short}-quarter`,
          name: '3 months',
          days: 90,
          price: { amount: 4990, currency: 'EUR' },
          renews: true,
        },
      ],
    }),
    fair: 'Prices stand here, before you join, and leaving takes as little as joining.',
    priceText:
      'Looking around, liking and one message a day are free. A membership lets you write and answer, and read everything.',
  },
  credits: {
    billing: (short) => ({
      model: 'credits',
      packs: [
        {
          keyword: `${short}-20`,
          name: '20 credits',
          credits: 20,
          price: { amount: 990, currency: 'EUR' },
          expiresAfter: 90,
        },
        {
          keyword: `${short}-60`,
          name: '60 credits',
          credits: 60,
          price: { amount: 2490, currency: 'EUR' },
          expiresAfter: 180,
        },
      ],
      welcomeCredits: 3,
    }),
    fair: 'Prices stand here, before you join, nothing renews, and leaving takes as little as joining.',
    priceText:
      'Looking around, liking and reading are free. What you send costs credits, {{messagePrice}} for a message or an answer.',
  },
  partner: {
    billing: () => ({ model: 'partner', partner: 7 }),
    fair: 'What is free stands here, before you join, and leaving takes as little as joining.',
    priceText:
      'Looking around, liking and one message a day are free. Writing, answering and reading everything take access through our partner.',
  },
}

export function modelProblem(model: string): string | null {
  return Object.hasOwn(models, model)
    ? null
    : `A brand’s billing is ${Object.keys(models).join(', ')}.`
}

/**
 * A new brand, and all its files by path below src. Hue, fonts, logo and picture are unique;
 * without an identity the domain is a placeholder, and the company is the main brand's.
 */
export function newBrand(
  id: string,
  model: Model,
  takenHues: readonly number[],
  identity: BrandIdentity | null = null,
): { data: BrandData; files: Record<string, string> } {
  const name = id.charAt(0).toUpperCase() + id.slice(1)
  const palette = paletteFor(freeHue(takenHues))
  const [display, text] =
    pairings.find(
      ([first, second]) =>
        !brands.some(({ theme: { fonts } }) => fonts.display === first && fonts.text === second),
    ) ?? pairings[0]
  const data = dataOf({ id, name, model, palette, fonts: { display, text }, identity })
  return {
    data,
    files: {
      [`sites/${id}/brand.ts`]: `import type { BrandData } from '../site.ts'\n\nexport const brand: BrandData = ${printed(data)}\n`,
      [`sites/${id}/theme.css`]: themeSource(id, palette, { display, text }),
      [`sites/${id}/inside.css`]: insideOf(id),
      [`sites/${id}/logo.svg`]: markOf(id),
      [`sites/${id}/art.svg`]: artOf(id),
      [`content/promo/${id}/landing.md`]: landingSource(name, model),
    },
  }
}

type Palette = ReturnType<typeof paletteFor>
type Pairing = { display: string; text: string }

const hex = (palette: Palette, token: string, scheme: 'light' | 'dark' = 'light'): string =>
  hexOf(palette[token]?.[scheme] ?? '')

type Told = {
  id: string
  name: string
  model: Model
  palette: Palette
  fonts: Pairing
  identity: BrandIdentity | null
}

function dataOf({ id, name, model, palette, fonts, identity }: Told): BrandData {
  const short = shortNameOf(id)
  const domain = identity?.domain ?? `${id}.example`
  const { companyName, companyAddress, companyCountry } = identity?.legal ?? mainBrand.legal
  return {
    id,
    name,
    domain,
    shortName: short,
    projectId: Math.max(...brands.map((brand) => brand.projectId)) + 1,
    billing: models[model].billing(short),
    traffic: { tmDomain: `https://traffic.${domain}/` },
    theme: {
      primary: hex(palette, 'accent'),
      secondary: hex(palette, 'second'),
      background: hex(palette, 'surface'),
      backgroundDark: hex(palette, 'surface', 'dark'),
      text: hex(palette, 'ink'),
      landing: 'plain',
      fonts,
    },
    copy: { joinLabel: 'Join free', tagline: 'A place for grown-ups' },
    legal: {
      companyName,
      companyAddress,
      companyCountry,
      ...(!identity?.legal && mainBrand.legal.isPlaceholder ? { isPlaceholder: true } : {}),
      supportEmail: identity?.supportEmail ?? `support@${id}.example`,
    },
    seo: {
      title: `${name} – a place for grown-ups`,
      description: `${name} is a members-only dating site for adults. Join free, stay discreet, and meet real people near you.`,
      keywords: 'adult dating, discreet dating, meet adults nearby',
    },
    limits: { maxMessageChars: 1000, maxUpdateChars: 280 },
    searchCountries: ['GB', 'IE', 'NL', 'DE', 'US', 'CA', 'AU'],
    defaultBirthDay: '1990-01-01',
  }
}

const WIDEST = 100

/** As the formatter writes it. */
function printed(value: unknown, indent = ''): string {
  if (typeof value === 'string') return quoted(value)
  if (typeof value !== 'object' || value === null) return String(value)
  const deeper = `${indent}  `
  if (Array.isArray(value)) {
    if (value.every((one) => typeof one === 'string')) return `[${value.map(quoted).join(', ')}]`
    return `[\n${value.map((one) => `${deeper}${printed(one, deeper)},\n`).join('')}${indent}]`
  }
  const lines = Object.entries(value).map(([name, one]) => {
    const line = `${deeper}${name}: ${printed(one, deeper)},\n`
    return typeof one === 'string' && line.length > WIDEST
      ? `${deeper}${name}:\n${deeper}  ${quoted(one)},\n`
      : line
  })
  return `{\n${lines.join('')}${indent}}`
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
  const colours = Object.entries(palette).map(
    ([token, { light, dark }]) => `    --${token}: light-dark(${light}, ${dark});`,
  )
  const family = (name: string) =>
    `'${name}', '${name.replace('Variable', 'Fallback')}', system-ui, sans-serif`
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

function landingSource(name: string, model: Model): string {
  const { fair, priceText } = models[model]
  return `---
headline: Meet adults who mean it.
lead: ${name} is a members-only site for grown-ups who would rather say what they are looking for. Joining is free.
reasons:
  - title: Discreet
    text: Your photos can stay private, and our mails have subject lines that say nothing.
  - title: Near
    text: Search by place and distance. Others never see where you are, only about how far.
  - title: Fair
    text: ${fair}
priceTitle: What it costs
priceText: ${priceText}
closing: See who is here.
---
`
}
