import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { readSources } from '#content/files.server.ts'
import { brandNames, legalNames, matterOf, promoNames } from '#content/kinds.ts'
import { readLibrary } from '#content/library.ts'
import { pageOf } from '#content/pages.ts'
import { parseSource } from '#content/source.ts'
import { applyChanges } from '#content/texts.server.ts'
import { type FieldOrGroup, fieldsIn, partsIn, partsOf } from '#guests/texts/editor/text-fields.ts'
import { errorsAt, nameFor, newText, readText, writeText } from '#guests/texts/editor/text-form.ts'
import { brands } from '#sites/registry.ts'
import { valueOf } from '#ui/form-answer.ts'

/** The form knows our texts: it has a field for each key, and writes back what it read. */

const shipped = readSources(new URL('../../src/content', import.meta.url).pathname)
const texted = [
  ...legalNames.map((name) => ['legal', name] as const),
  ['help', 'any'] as const,
  ...promoNames.map((name) => ['promo', name] as const),
  ...brandNames.map((name) => ['brand', name] as const),
]

/** A text of this kind and name that the product comes with. */
const exampleOf = (kind: string, name: string) =>
  shipped.find(
    ({ path }) => path.startsWith(`${kind}/`) && (kind === 'help' || path.endsWith(`/${name}.md`)),
  )?.text ?? ''

describe.each(texted)('%s %s', (kind, name) => {
  const { shape } = matterOf(kind, name) as z.ZodObject<Record<string, z.ZodType>>
  const parts = partsOf(kind, name)

  test('has a field for each key of its front matter, in its order, with a label of its own', () => {
    expect(parts.map(({ key }) => key)).toEqual(Object.keys(shape))
    expect(parts.filter(({ label }) => label === '').map(({ key }) => key)).toEqual([])
  })

  test('asks for what front matter asks for', () => {
    for (const { key, required } of parts)
      expect([key, required]).toEqual([key, !shape[key]?.safeParse(undefined).success])
  })

  test('says of each field how much it takes, and of each that is empty that it is', () => {
    const values = readText(exampleOf(kind, name))
    for (const { name: field, most, required } of fieldsIn(partsOf(kind, name, values))) {
      const errorOf = (value: string) => writeText(kind, name, { ...values, [field]: value }).errors
      if (most !== undefined) {
        expect([field, errorOf('x'.repeat(most))]).toEqual([field, []])
        expect(errorOf('x'.repeat(most + 1))).toEqual([
          { field, message: `Please use at most ${most} characters.` },
        ])
      }
      if (required)
        expect(errorOf(' ')).toEqual([{ field, message: expect.stringMatching(/^Please /) }])
    }
  })
})

test.each(shipped.map(({ path, text }) => [path, text] as const))(
  'writes back %s to the byte',
  (path, text) => {
    const { source } = parseSource({ path, text })
    if (!source) throw new Error(`${path} cannot be read`)
    const values = readText(text)
    expect(writeText(source.kind, source.name, values)).toEqual({ text, errors: [] })
    // A browser ends lines otherwise.
    expect(
      writeText(source.kind, source.name, {
        ...values,
        body: valueOf(values, 'body').replaceAll('\n', '\r\n'),
      }).text,
    ).toBe(text)
  },
)

describe('a key that nobody has described', () => {
  const schema = z.strictObject({
    secondLead: z.string().max(300),
    tone: z.enum(['plain', 'warm']).optional(),
    links: z.array(z.strictObject({ address: z.string(), words: z.string().optional() })).max(3),
    until: z.iso.date().optional(),
    isLoud: z.int(),
  })
  const seen = (parts: readonly FieldOrGroup[]): unknown[] =>
    parts.map((part) =>
      part.type === 'field'
        ? [part.name, part.label, part.control]
        : [part.label, seen(part.parts)],
    )

  test('has a field of its own, called by its name', () => {
    expect(seen(partsIn(schema, { 'matter-links-0-address': '/help' }))).toEqual([
      ['matter-secondLead', 'Second lead', 'words'],
      ['matter-tone', 'Tone', 'choice'],
      [
        'Links',
        [
          [
            'Links 1',
            [
              ['matter-links-0-address', 'Address', 'line'],
              ['matter-links-0-words', 'Words', 'line'],
            ],
          ],
          [
            'Links 2',
            [
              ['matter-links-1-address', 'Address', 'line'],
              ['matter-links-1-words', 'Words', 'line'],
            ],
          ],
        ],
      ],
      ['matter-until', 'Until', 'date'],
      ['matter-isLoud', 'Is loud', 'number'],
    ])
  })
})

describe('what is wrong', () => {
  const file = (body: string, title = 'Terms') => ({
    path: 'legal/all/terms.md',
    text: `---\ntitle: ${title}\nversion: 2026-12-01\nchanges: New.\nreview: pending\n---\n\n${body}\n`,
  })
  const said = (one: { path: string; text: string }) =>
    errorsAt(one, readLibrary(applyChanges(shipped, [one]), brands).problems)

  test('with the Markdown is said there, with the line that the form has it in', () => {
    expect(said(file('One.\n\nAsk {{nobody}}.')).errors).toEqual([
      {
        field: 'body',
        message: expect.stringMatching(
          /^Line 3, “Ask \{\{nobody\}\}\.”: nothing is known as \{\{nobody\}\}/,
        ),
      },
    ])
    expect(said(file('::: credits\nx\n::: trial\n:::')).errors[0]?.message).toBe(
      'Line 3, “::: trial”: the part that begins with "::: credits" has to end with ::: first.',
    )
    expect(said(file('One.\n\n{{messagePrice}}')).errors[0]).toEqual({
      field: 'body',
      message: 'Line 3, “{{messagePrice}}”: {{messagePrice}} says nothing on AdultCrush.',
    })
  })

  test('with a key is said at its field, however deep', () => {
    expect(said(file('x', 'Of {{nobody}}')).errors[0]?.field).toBe('matter-title')
    expect(said(file('{{messagePrice}}', 'Costs {{messagePrice}}')).errors[0]?.field).toBe(
      'matter-title',
    )
    const landing = shipped.find(({ path }) => path === 'promo/wivesnow/landing.md')?.text ?? ''
    const values = { ...readText(landing), 'matter-reasons-1-text': 'Of {{nobody}}' }
    expect(
      said({
        path: 'promo/wivesnow/landing.md',
        text: writeText('promo', 'landing', values).text,
      }).errors.map(({ field }) => field),
    ).toEqual(['matter-reasons-1-text'])
  })

  test('elsewhere is said of all of it', () => {
    const { errors, others } = errorsAt(file('x'), [
      { path: 'legal/wivesnow/terms.md', line: 7, message: 'gone' },
    ])
    expect([errors, others]).toEqual([
      [],
      [{ path: 'legal/wivesnow/terms.md', line: 7, message: 'gone' }],
    ])
  })

  test('with one of several choices is said of all of them', () => {
    const values = {
      ...readText(exampleOf('help', 'any')),
      'matter-billing': ['credits', 'stamps'],
    }
    expect(writeText('help', 'any', values).errors).toEqual([
      { field: 'matter-billing', message: 'Please choose one of those offered.' },
    ])
  })
})

test('what a newer product cannot read fills its form as far as it goes', () => {
  expect(readText('---\ntitle: How?\ngone: yes\n---\n\nSo.\n')).toMatchObject({
    'matter-title': 'How?',
    body: 'So.',
  })
  expect(readText('---\ntitle: "How?\n---\n\nSo.\n')).toEqual({ body: 'So.' })
  expect(readText('So.\n')).toEqual({ body: 'So.' })
})

test('what could be taken for more than words is written so that it is read as it was', () => {
  for (const title of [
    '---',
    'yes',
    '1',
    "it's: so",
    '"quoted"',
    '# none',
    '- list',
    '{{name}}',
    '[a, b]',
    '&a *a',
    'a\u2028b',
    '|',
    '>-',
  ]) {
    const values = {
      ...newText('help', ''),
      'matter-title': title,
      'matter-category': 'joining',
      body: '---\ntitle: no\n---',
    }
    const { text, errors } = writeText('help', 'x', values)
    expect(errors).toEqual([])
    expect(readText(text)).toMatchObject({
      'matter-title': title.replaceAll(/\s+/g, ' '),
      body: values.body,
    })
  }
})

test('a question’s address is made of its words', () => {
  expect(['May I bring my dog?', 'Où est-ce?', '  ', '¿?'].map(nameFor)).toEqual([
    'may-i-bring-my-dog',
    'ou-est-ce',
    '',
    '',
  ])
  expect(nameFor('x y '.repeat(60))).toMatch(/^[\w-]{1,80}(?<!-)$/)
})

test('each text is on a page of its own kind', () => {
  expect([
    pageOf('legal', 'terms'),
    pageOf('help', 'credits'),
    pageOf('promo', 'landing'),
    pageOf('promo', 'affiliate'),
    pageOf('promo', 'constructor'),
    pageOf('brand', 'listing'),
  ]).toEqual(['/site/terms', '/help/credits', '/', '/promo/Affiliate', '/promo/constructor', '/'])
})
