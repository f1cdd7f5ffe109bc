import { createRequire } from 'node:module'
import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { kinds, type Kind, legalNames, matterOf, promoNames } from '../../src/content/kinds.ts'
import { pageOf } from '../../src/content/pages.ts'
import { parseSource } from '../../src/content/source.ts'
import { openTexts } from '../../src/content/texts.server.ts'
import { conditionLines } from '../../src/features/publishing/condition-lines.client.ts'
import { editorCollections, type EditorField } from '../../src/features/publishing/editor-config.ts'
import { brands } from '../../src/sites/registry.ts'

/** The editor knows our texts: their fields, their places, and the lines that Markdown has no word for. */

const texts = openTexts()
const shipped = texts.shipped()
const collectionsOf = (site: string) => editorCollections(site, shipped.map(({ path }) => ({ path, isOwn: true })))

function fieldsFor(kind: Kind, name: string): EditorField[] {
  const collection = collectionsOf('wivesnow').find((one) => one.name === kind)
  return collection?.fields ?? collection?.files?.find((file) => file.name === name)?.fields ?? []
}

const texted = [...legalNames.map((name) => ['legal', name] as const), ['help', 'any'] as const, ...promoNames.map((name) => ['promo', name] as const)]

describe.each(texted)('%s %s', (kind, name) => {
  const shape = (matterOf(kind, name) as z.ZodObject).shape as Record<string, z.ZodType>
  const fields = fieldsFor(kind, name).filter((field) => field.name !== 'body')

  test('has the same fields as its front matter', () => {
    expect(fields.map((field) => field.name).toSorted()).toEqual(Object.keys(shape).toSorted())
  })

  test('asks for what front matter asks for', () => {
    for (const field of fields) expect([field.name, field.required !== false]).toEqual([field.name, !shape[field.name]?.safeParse(undefined).success])
  })

  test('takes as many characters as front matter does', () => {
    for (const field of fields.filter(({ widget, pattern }) => (widget === 'string' || widget === 'text') && String(pattern).includes('most'))) {
      const [pattern] = field['pattern'] as [string]
      for (const length of [1, 40, 41, 60, 61, 80, 81, 120, 121, 160, 161, 200, 201, 220, 221, 300, 301]) {
        const words = 'x'.repeat(length)
        expect([field.name, length, new RegExp(pattern).test(words)]).toEqual([field.name, length, shape[field.name]?.safeParse(words).success])
      }
    }
  })
})

test.each(['all', ...brands.map(({ id }) => id)])('every text of %s has its place in the editor', (site) => {
  const collections = collectionsOf(site)
  expect(collections.map(({ name }) => name).toSorted()).toEqual([...kinds].toSorted())
  const places = collections.flatMap(({ files = [] }) => files.map(({ file }) => file))
  const own = shipped.map(({ path }) => path).filter((path) => path.split('/')[1] === site && !path.startsWith('help/'))
  expect(places).toEqual(expect.arrayContaining(own))
  for (const path of places) expect(parseSource({ path, text: '' }).problems[0]?.message).toMatch(/front matter/)
})

/** Decap's own remark, whatever else is installed. */
const decap = createRequire(createRequire(import.meta.url).resolve('decap-cms-widget-markdown'))
type Processor = { use(plugin: unknown, options?: object): Processor; parse(text: string): object; stringify(tree: object): string }
const unified = decap('unified') as () => Processor

function written(body: string): string {
  const style = { commonmark: true, fences: true, listItemIndent: '1', bullet: '*', emphasis: '*', strong: '*', rule: '-' }
  const tree = unified().use(decap('remark-parse'), { commonmark: true }).use(conditionLines).parse(body)
  return unified().use({ settings: style }).use(decap('remark-stringify')).use(conditionLines).stringify(tree)
}

describe('the editor writes back what it read:', () => {
  test.each(shipped.map(({ path, text }) => [path, text] as const))('%s', (path, text) => {
    const { source } = parseSource({ path, text })
    if (!source) throw new Error(`${path} cannot be read`)
    const matter = text.slice(0, text.length - source.body.length)
    const { library, problems } = texts.trying([{ path, text: matter + written(source.body) }])
    expect(problems).toEqual([])
    for (const brand of brands.filter((one) => texts.library().origin(source.kind, source.name, one)?.path === path)) {
      const shown = (from: typeof library) =>
        source.kind === 'legal' ? from.legal(source.name as (typeof legalNames)[number], brand).html
        : source.kind === 'help' ? from.help(brand).find(({ id }) => id === source.name)?.html
        : source.name === 'landing' ? ''
        : from.join(source.name as 'oneClick' | 'affiliate', brand).html
      expect([brand.id, shown(library)]).toEqual([brand.id, shown(texts.library())])
    }
  })

  test('a part that follows a list at once', () => {
    expect(written('- one\n::: credits\n- two\n:::\n')).toBe('- one\n\n::: credits\n\n- two\n\n:::\n')
  })
})

test('each text is on a page of its own kind', () => {
  expect([pageOf('legal', 'terms'), pageOf('help', 'credits'), pageOf('promo', 'landing'), pageOf('promo', 'affiliate')]).toEqual(['/site/terms', '/help/credits', '/', '/promo/Affiliate'])
})
