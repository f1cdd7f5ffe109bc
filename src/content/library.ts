import type { Brand } from '../sites/site.ts'
import { type CampaignDays, daysOf } from './campaigns.ts'
import { type HelpCategory, helpCategories } from './help-categories.ts'
import {
  type CampaignMatter,
  type HelpMatter,
  isCampaign,
  type JoinMatter,
  type JoinName,
  type ContentKind,
  type LandingText,
  type LegalMatter,
  type LegalName,
  legalNames,
} from './kinds.ts'
import { publishedBrand } from './listings.ts'
import { filled, htmlOf, onceFor } from './rendering.ts'
import {
  type ParsedSource,
  parseSource,
  type Source,
  TextError,
  type TextProblem,
} from './source.ts'

type LegalText = Omit<LegalMatter, 'review'> & { name: LegalName; html: string }
export type HelpText = HelpMatter & { id: string; html: string }
export type JoinText = JoinMatter & { html: string }
export type CampaignText = CampaignMatter & CampaignDays & { name: string; html: string }

/** The texts of the network. A brand's own text overrides the shared one. */
export type Library = {
  legal(name: LegalName, brand: Brand): LegalText
  help(brand: Brand): readonly HelpText[]
  landing(brand: Brand): LandingText
  join(name: JoinName, brand: Brand): JoinText
  /** A campaign of the brand itself; null where it has none of this name. */
  campaign(name: string, brand: Brand): CampaignText | null
  campaignNames(brand: Brand): readonly string[]
  /** A brand with its published words in the place of its data. */
  asPublished(brand: Brand): Brand
  /** The terms version that members accept: the later date of terms and privacy policy. */
  termsVersion(brand: Brand): string
  origin(kind: ContentKind, name: string, brand: Brand): ParsedSource | null
}

export function readLibrary(
  sources: readonly Source[],
  brands: readonly Brand[],
): { library: Library; problems: TextProblem[] } {
  const { library, problems } = parsed(sources)
  if (problems.length === 0)
    for (const brand of brands) problems.push(...problemsOf(library, brand))
  return { library, problems }
}

function parsed(sources: readonly Source[]): { library: Library; problems: TextProblem[] } {
  const problems: TextProblem[] = []
  const files = new Map<string, ParsedSource>()
  for (const each of sources) {
    const one = parseSource(each)
    problems.push(...one.problems)
    if (one.source) files.set(one.source.path, one.source)
  }
  return { library: libraryOf(files), problems }
}

/**
 * Texts that the build has checked: each is rendered when it is first shown, which for all brands
 * takes half a second.
 */
export function checkedLibrary(sources: readonly Source[]): Library {
  const { library, problems } = parsed(sources)
  if (problems.length > 0) throw new TextError(problems)
  return library
}

export function requireLibrary(sources: readonly Source[], brands: readonly Brand[]): Library {
  const { library, problems } = readLibrary(sources, brands)
  if (problems.length > 0) throw new TextError(problems)
  return library
}

function libraryOf(files: ReadonlyMap<string, ParsedSource>): Library {
  const origin = (kind: ContentKind, name: string, brand: Brand): ParsedSource | null =>
    files.get(`${kind}/${brand.id}/${name}.md`) ?? files.get(`${kind}/all/${name}.md`) ?? null
  const needed = (kind: ContentKind, name: string, brand: Brand): ParsedSource => {
    const file = origin(kind, name, brand)
    if (!file) throw missing(kind, name, brand)
    return file
  }
  const helpNames = [
    ...new Set([...files.values()].filter(({ kind }) => kind === 'help').map(({ name }) => name)),
  ].toSorted()

  const questions = new Map<Brand, readonly HelpText[]>()

  const asPublished = (of: Brand) => publishedBrand(origin('brand', 'listing', of), of)

  const legal: Library['legal'] = (name, given) => {
    const brand = asPublished(given)
    const file = needed('legal', name, brand)
    return onceFor(file, brand, () => {
      const { review: _, ...matter } = file.matter as LegalMatter
      return {
        ...filled(matter, file, brand, matter.version),
        name,
        html: htmlOf(file, brand, matter.version),
      }
    })
  }

  return {
    origin,
    asPublished,
    legal,
    termsVersion: (brand) =>
      [legal('terms', brand).version, legal('privacy', brand).version].toSorted().at(-1) as string,
    help(given) {
      const brand = asPublished(given)
      const known = questions.get(brand)
      if (known) return known
      const made = helpNames
        .flatMap((name) => origin('help', name, brand) ?? [])
        .filter((file) => isFor(file.matter as HelpMatter, brand))
        .map((file) =>
          onceFor(file, brand, () => ({
            ...filled(file.matter as HelpMatter, file, brand, null),
            id: file.name,
            html: htmlOf(file, brand, null),
          })),
        )
        .toSorted(
          (a, b) =>
            rank(a.category) - rank(b.category) ||
            a.order - b.order ||
            a.title.localeCompare(b.title),
        )
      questions.set(brand, made)
      return made
    },
    landing(given) {
      const brand = asPublished(given)
      const file = needed('promo', 'landing', brand)
      return onceFor(file, brand, () => filled(file.matter as LandingText, file, brand, null))
    },
    join(name, given) {
      const brand = asPublished(given)
      const file = needed('promo', name, brand)
      return onceFor(file, brand, () => ({
        ...filled(file.matter as JoinMatter, file, brand, null),
        html: htmlOf(file, brand, null),
      }))
    },
    campaign(name, given) {
      const brand = asPublished(given)
      const file = files.get(`promo/${brand.id}/${name}.md`)
      if (!file || !isCampaign(file)) return null
      return onceFor(file, brand, () => {
        const matter = filled(file.matter as CampaignMatter, file, brand, null)
        return { ...matter, ...daysOf(matter, brand), name, html: htmlOf(file, brand, null) }
      })
    },
    campaignNames: ({ id }) =>
      [...files.values()]
        .filter((file) => file.site === id && isCampaign(file))
        .map(({ name }) => name),
  }
}

const missing = (kind: ContentKind, name: string, brand: Brand): TextError =>
  new TextError([
    {
      path: `${kind}/${brand.id}/${name}.md`,
      line: 1,
      message: `${brand.name} has no such text, and there is none for all`,
    },
  ])

const categoryOrder = Object.keys(helpCategories)
const rank = (category: HelpCategory): number => categoryOrder.indexOf(category)

function isFor({ billing }: HelpMatter, brand: Brand): boolean {
  return billing === undefined || billing.includes(brand.billing.model)
}

function problemsOf(library: Library, brand: Brand): TextProblem[] {
  const asked: Array<() => unknown> = [
    ...legalNames.map((name) => () => library.legal(name, brand)),
    () => library.help(brand),
    () => library.landing(brand),
    () => library.join('oneClick', brand),
    () => library.join('affiliate', brand),
    ...library.campaignNames(brand).map((name) => () => library.campaign(name, brand)),
    () => {
      if (!library.origin('brand', 'listing', brand)) throw missing('brand', 'listing', brand)
    },
  ]
  const problems: TextProblem[] = []
  for (const ask of asked) {
    try {
      ask()
    } catch (error) {
      if (!(error instanceof TextError)) throw error
      problems.push(...error.problems)
    }
  }
  return problems
}
