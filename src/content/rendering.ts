import { escapeHtml } from '../lib/html.ts'
import type { Brand } from '../sites/site.ts'
import { type Rendered, rendered } from './markdown.ts'
import {
  conditionOf,
  keepParsed,
  type Parsed,
  type ParsedSource,
  parseSource,
  type Source,
  TextError,
} from './source.ts'
import { conditions, type Word, wordFor } from './words.ts'

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
export function onceFor<T>(file: ParsedSource, brand: Brand, make: () => T): T {
  const ofFile = shownOn.get(file) ?? new WeakMap<Brand, unknown>()
  shownOn.set(file, ofFile)
  if (!ofFile.has(brand)) ofFile.set(brand, make())
  return ofFile.get(brand) as T
}

/** Of all tables of a text. */
const MOST_CELLS = 5000

const PLACEHOLDER = /(?:\{\{|%7B%7B)(\w+)(?:\}\}|%7D%7D)/g

/**
 * The HTML of a file's body for a brand. Markdown percent-encodes the braces of placeholders in
 * link URLs.
 */
export function htmlOf(file: ParsedSource, brand: Brand, version: string | null): string {
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

export function filled<T>(matter: T, file: ParsedSource, brand: Brand, version: string | null): T {
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
