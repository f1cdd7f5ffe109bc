import { type Alias, LineCounter, parseDocument, visit } from 'yaml'
import { brandById } from '../sites/registry.ts'
import { campaignNameProblem } from './campaigns.ts'
import {
  bodyOf,
  brandNames,
  type ContentKind,
  isCampaign,
  kinds,
  legalNames,
  matterOf,
  promoNames,
} from './kinds.ts'
import { conditions, knownPlaceholders } from './words.ts'

/** A text file; `path` is below src/content, e.g. `legal/wivesnow/terms.md`. */
export type Source = { path: string; text: string }

/** A text without the mark of its encoding, with which some editors begin a file. */
export function withoutMark(text: string): string {
  return text.startsWith('\uFEFF') ? text.slice(1) : text
}

export type ParsedSource = {
  path: string
  kind: ContentKind
  site: string
  name: string
  matter: unknown
  body: string
  /**
   * All lines of the file, for line numbers in problems; the body starts after `bodyLine` of them.
   */
  lines: readonly string[]
  bodyLine: number
}

export type TextProblem = { path: string; line: number; message: string }

export class TextError extends Error {
  readonly problems: readonly TextProblem[]
  constructor(problems: readonly TextProblem[]) {
    super(
      problems
        .map(({ path, line, message }) => `src/content/${path}:${line}: ${message}`)
        .join('\n'),
    )
    this.name = 'TextError'
    this.problems = problems
  }
}

export type Parsed =
  | { source: ParsedSource; problems: [] }
  | { source: null; problems: TextProblem[] }

const parsed = new WeakMap<Source, Parsed>()

export function parseSource(source: Source): Parsed {
  // Cached, because each publication reads the same files again.
  const known = parsed.get(source) ?? parse(source)
  parsed.set(source, known)
  return known
}

export function isParsed(source: Source): boolean {
  return parsed.has(source)
}

/** Takes over what was parsed elsewhere. */
export function keepParsed(source: Source, known: Parsed): void {
  parsed.set(source, known)
}

/** More are of no use to whoever reads them. */
const MOST_PROBLEMS = 50

function parse({ path, text }: Source): Parsed {
  const problems: TextProblem[] = []
  const wrong = (line: number, message: string): void => {
    if (problems.length < MOST_PROBLEMS) problems.push({ path, line, message })
  }
  const place = textLocationOf(path)
  if (typeof place === 'string')
    return { source: null, problems: [{ path, line: 1, message: place }] }

  const lines = text.replaceAll('\r\n', '\n').split('\n')
  const end = lines.indexOf('---', 1)
  if (lines[0] !== '---' || end === -1) {
    return {
      source: null,
      problems: [
        {
          path,
          line: 1,
          message: 'the file has to begin with front matter between two lines of ---',
        },
      ],
    }
  }
  const matter = matterFrom(
    lines.slice(1, end).join('\n'),
    place.kind,
    place.name,
    (line, message) => wrong(line + 1, message),
  )
  lines.forEach((line, index) => {
    for (const name of placeholdersIn(line)) {
      if (!knownPlaceholders.includes(name))
        wrong(
          index + 1,
          `nothing is known as {{${name}}}; there is ${knownPlaceholders.join(', ')}`,
        )
    }
  })
  checkConditions(lines, end, wrong)
  const { most = Infinity } = bodyOf(place.kind, place.name) ?? {}
  if (
    lines
      .slice(end + 1)
      .join('\n')
      .trim().length > most
  )
    wrong(end + 2, `please use at most ${most} characters`)
  if (problems.length > 0) return { source: null, problems }
  return {
    source: {
      path,
      ...place,
      matter,
      body: lines.slice(end + 1).join('\n'),
      lines,
      bodyLine: end + 1,
    },
    problems: [],
  }
}

function* placeholdersIn(line: string): Generator<string> {
  for (let at = line.indexOf('{{'); at !== -1;) {
    const end = line.indexOf('}}', at + 2)
    if (end === -1) return
    yield line.slice(at + 2, end)
    at = line.indexOf('{{', end + 2)
  }
}

export type TextLocation = Pick<ParsedSource, 'kind' | 'site' | 'name'>

export function textLocationOf(path: string): TextLocation | string {
  const [kind = '', site = '', file = '', ...more] = path.split('/')
  const name = file.replace(/\.md$/, '')
  if (more.length > 0 || !file.endsWith('.md') || !isKind(kind))
    return `texts lie at ${kinds.join('|')}/<brand or all>/<name>.md`
  if (site !== 'all' && !brandById(site)) return `there is no brand ${site}`
  if (!/^[\w-]{1,80}$/.test(name)) return 'a name has letters, digits and dashes only'
  if (kind === 'legal' && !(legalNames as readonly string[]).includes(name))
    return `legal texts are ${legalNames.join(', ')}`
  if (isCampaign({ kind, name })) {
    if (site === 'all')
      return `promo texts for all brands are ${promoNames.join(', ')}; a campaign is of one brand`
    const problem = campaignNameProblem(name)
    if (problem !== null) return problem
  }
  if (kind === 'brand' && (site === 'all' || !(brandNames as readonly string[]).includes(name)))
    return `the words of a brand are at brand/<brand>/${brandNames.join('|')}.md, and there are none for all`
  return { kind, site, name }
}

function isKind(value: string): value is ContentKind {
  return (kinds as readonly string[]).includes(value)
}

function matterFrom(
  yaml: string,
  kind: ContentKind,
  name: string,
  wrong: (line: number, message: string) => void,
): unknown {
  const counter = new LineCounter()
  const document = parseDocument(yaml, { lineCounter: counter, prettyErrors: false })
  for (const error of document.errors) wrong(counter.linePos(error.pos[0]).line, error.message)
  if (document.errors.length > 0) return null
  // Forbids YAML aliases, since nested aliases expand to gigabytes ("billion laughs").
  let alias: Alias | undefined
  visit(document, { Alias: (_, node) => ((alias = node), visit.BREAK) })
  if (alias) {
    wrong(
      counter.linePos(alias.range?.[0] ?? 0).line,
      `*${alias.source} stands for another part; please write it out`,
    )
    return null
  }
  const result = matterOf(kind, name).safeParse(document.toJS())
  if (result.success) return result.data
  const lineOf = (path: readonly PropertyKey[]): number => {
    const node = path.length === 0 ? null : document.getIn(path, true)
    const range =
      typeof node === 'object' && node !== null && 'range' in node
        ? (node.range as [number] | null)
        : null
    return range ? counter.linePos(range[0]).line : 1
  }
  for (const issue of result.error.issues) {
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys)
        wrong(lineOf([...issue.path, key]), `${key} is no field of this text`)
    } else {
      wrong(lineOf(issue.path), `${issue.path.join('.') || 'front matter'}: ${issue.message}`)
    }
  }
  return null
}

function checkConditions(
  lines: readonly string[],
  from: number,
  wrong: (line: number, message: string) => void,
): void {
  let open = 0
  lines.forEach((line, index) => {
    const marker = index > from ? conditionOf(line) : null
    if (marker === null) return
    const unknown = marker.filter((word) => !Object.hasOwn(conditions, word))
    if (unknown.length > 0)
      wrong(
        index + 1,
        `nothing holds under "${unknown.join(' ')}"; there is ${Object.keys(conditions).join(', ')}`,
      )
    else if (marker.length > 0 && open > 0)
      wrong(index + 1, `the part that begins with "${lines[open - 1]}" has to end with ::: first`)
    else if (marker.length === 0 && open === 0) wrong(index + 1, 'this ::: ends nothing')
    open = marker.length === 0 ? 0 : index + 1
  })
  if (open > 0) wrong(open, 'this part has no ::: at its end')
}

export function conditionOf(line: string): string[] | null {
  return line.startsWith(':::') ? line.slice(3).split(/\s+/).filter(Boolean) : null
}
