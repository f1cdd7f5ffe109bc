import { escapeHtml } from '../lib/html.ts'
import type { Brand } from '../sites/site.ts'
import {
  type HelpCategory,
  helpCategories,
  type HelpMatter,
  type JoinMatter,
  type JoinName,
  type ContentKind,
  type LandingText,
  type LegalMatter,
  type LegalName,
  legalNames,
} from './kinds.ts'
import { publishedBrand } from './listings.ts'
import { type Rendered, rendered } from './markdown.ts'
import {
  conditionOf,
  keepParsed,
  type Parsed,
  type ParsedSource,
  parseSource,
  type Source,
  TextError,
  type TextProblem,
} from './source.ts'
import { conditions, type Word, wordFor } from './words.ts'

type LegalText = Omit<LegalMatter, 'review'> & { name: LegalName; html: string }
export type HelpText = HelpMatter & { id: string; html: string }
export type JoinText = JoinMatter & { html: string }

/** The texts of the network. A brand's own text overrides the shared one. */
export type Library = {
  legal(name: LegalName, brand: Brand): LegalText
  help(brand: Brand): readonly HelpText[]
  landing(brand: Brand): LandingText
  join(name: JoinName, brand: Brand): JoinText
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

/** Texts that the build has checked: each is rendered when it is first shown, which for all brands takes half a second. */
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
  }
}

const bodies = new WeakMap<ParsedSource, Map<string, Rendered>>()

/** What a body says on a brand, rendered once for all brands on which it says the same. */
function bodyFor(file: ParsedSource, brand: Brand): Rendered {
  const shown = linesFor(file.body, brand).join('\n')
  const known = bodies.get(file) ?? new Map<string, Rendered>()
  bodies.set(file, known)
  const body = known.get(shown) ?? rendered(shown)
  known.set(shown, body)
  return body
}

/** A source as another process has read it. */
export type TextReading = { parsed: Parsed; bodies: Map<string, Rendered> }

export function readSource(source: Source, brands: readonly Brand[]): TextReading {
  const known = parseSource(source)
  if (known.source === null) return { parsed: known, bodies: new Map() }
  for (const brand of brands) bodyFor(known.source, brand)
  return { parsed: known, bodies: bodies.get(known.source) ?? new Map() }
}

/** Takes over what another process has read, so that nothing of it is parsed here. */
export function keepReading(source: Source, reading: TextReading): void {
  keepParsed(source, reading.parsed)
  if (reading.parsed.source) bodies.set(reading.parsed.source, reading.bodies)
}

const shownOn = new WeakMap<ParsedSource, WeakMap<Brand, unknown>>()

/** Caches a file's rendering for a brand across libraries, since neither changes. */
function onceFor<T>(file: ParsedSource, brand: Brand, make: () => T): T {
  const ofFile = shownOn.get(file) ?? new WeakMap<Brand, unknown>()
  shownOn.set(file, ofFile)
  if (!ofFile.has(brand)) ofFile.set(brand, make())
  return ofFile.get(brand) as T
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

/** Of all tables of a text. */
const MOST_CELLS = 5000

const PLACEHOLDER = /(?:\{\{|%7B%7B)(\w+)(?:\}\}|%7D%7D)/g

/** The HTML of a file's body for a brand. Markdown percent-encodes the braces of placeholders in link URLs. */
function htmlOf(file: ParsedSource, brand: Brand, version: string | null): string {
  const { html, cells } = bodyFor(file, brand)
  if (cells > MOST_CELLS) {
    const message = `its tables have more than ${MOST_CELLS} cells together, which nobody reads; please make them shorter`
    throw new TextError([{ path: file.path, line: file.bodyLine + 1, message }])
  }
  // A block element replaces its paragraph, since HTML forbids it inside `<p>`.
  const blocks = html.replaceAll(/<p>\{\{cookies\}\}<\/p>/g, '{{cookies}}')
  return blocks.replaceAll(PLACEHOLDER, (_, placeholder: string) => {
    const word = wordIn(file, placeholder, brand, version, file.bodyLine)
    return 'html' in word ? word.html : escapeHtml(word.text)
  })
}

function wordIn(
  file: ParsedSource,
  placeholder: string,
  brand: Brand,
  version: string | null,
  after: number,
): Word {
  const word = wordFor(placeholder, brand, version)
  if (word) return word
  throw new TextError([
    {
      path: file.path,
      line: lineWith(file, placeholder, after),
      message: `{{${placeholder}}} says nothing on ${brand.name}`,
    },
  ])
}

function lineWith({ lines }: ParsedSource, placeholder: string, after: number): number {
  const index = lines.findIndex((line, at) => at >= after && line.includes(`{{${placeholder}}}`))
  return index === -1 ? 1 : index + 1
}

/** The lines of a body that a brand shows; hidden lines become empty, so that line numbers stay. */
function linesFor(body: string, brand: Brand): string[] {
  let isShown = true
  return body.split('\n').map((line) => {
    const words = conditionOf(line)
    if (words === null) return isShown ? line : ''
    isShown = words.length === 0 || words.some((word) => conditions[word]?.(brand) === true)
    return ''
  })
}

function filled<T>(matter: T, file: ParsedSource, brand: Brand, version: string | null): T {
  if (typeof matter === 'string') {
    return matter.replaceAll(PLACEHOLDER, (_, placeholder: string) => {
      const word = wordIn(file, placeholder, brand, version, 0)
      return 'text' in word ? word.text : ''
    }) as T
  }
  if (Array.isArray(matter))
    return matter.map((each: unknown) => filled(each, file, brand, version)) as T
  if (typeof matter === 'object' && matter !== null) {
    return Object.fromEntries(
      Object.entries(matter).map(([key, value]) => [key, filled(value, file, brand, version)]),
    ) as T
  }
  return matter
}

function problemsOf(library: Library, brand: Brand): TextProblem[] {
  const asked: Array<() => unknown> = [
    ...legalNames.map((name) => () => library.legal(name, brand)),
    () => library.help(brand),
    () => library.landing(brand),
    () => library.join('oneClick', brand),
    () => library.join('affiliate', brand),
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
