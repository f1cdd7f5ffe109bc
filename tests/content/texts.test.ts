import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { checkTexts } from '#content/check.ts'
import { readSources } from '#content/files.server.ts'
import { readLibrary } from '#content/library.ts'
import type { Source } from '#content/source.ts'
import { openTexts, type Texts } from '#content/texts.server.ts'
import { brandById, brands } from '#sites/registry.ts'
import type { Brand } from '#sites/site.ts'

/** What marketers write: how it reaches a brand, and what they are told where it cannot. */

const directory = new URL('../../src/content', import.meta.url).pathname
const shipped = readSources(directory)
const adultcrush = brandById('adultcrush') as Brand
const wivesnow = brandById('wivesnow') as Brand

const legal = (
  body: string,
  matter = 'title: Terms\nversion: 2026-12-01\nchanges: New.\nreview: pending',
) => `---\n${matter}\n---\n${body}\n`
const help = (body: string, more = '') =>
  `---\ntitle: How?\ncategory: joining\norder: 1\n${more}---\n${body}\n`

/** The network's texts with this file among them. */
const reading = (file: Source) =>
  readLibrary([...shipped.filter(({ path }) => path !== file.path), file], brands)

test('the texts that come with the product are whole, for every brand', () => {
  expect(readLibrary(shipped, brands).problems).toEqual([])
})

test('a brand’s own text stands over the one for all, on that brand alone', () => {
  const { library } = reading({ path: 'legal/wivesnow/terms.md', text: legal('Of our own.') })
  expect(library.legal('terms', wivesnow).html).toBe('<p>Of our own.</p>\n')
  expect(library.legal('terms', adultcrush).html).not.toContain('Of our own.')
})

test('placeholders stand for the brand’s own words, escaped, in the text and in its links', () => {
  const file = {
    path: 'legal/all/terms.md',
    text: legal('{{name}} of {{companyName}}, [write](mailto:{{supportEmail}}), {{version}}'),
  }
  const odd = { ...adultcrush, legal: { ...adultcrush.legal, companyName: 'Fish & <b>Sons</b>' } }
  const { library } = readLibrary(
    [...shipped.filter(({ path }) => path !== file.path), file],
    [odd],
  )
  expect(library.legal('terms', odd).html).toBe(
    `<p>AdultCrush of Fish &amp; &lt;b&gt;Sons&lt;/b&gt;, <a href="mailto:${adultcrush.legal.supportEmail}">write</a>, 1 December 2026</p>\n`,
  )
})

test('a part between ::: is for the brands that it names', () => {
  const { library } = reading({
    path: 'legal/all/terms.md',
    text: legal(
      '::: credits\nCosts {{messagePrice}}.\n:::\n\n::: subscription partner\nCosts nothing more.\n:::',
    ),
  })
  expect(library.legal('terms', wivesnow).html).toBe('<p>Costs 1 credit.</p>\n')
  expect(library.legal('terms', adultcrush).html).toBe('<p>Costs nothing more.</p>\n')
})

test('a question for brands of one way to pay is not on the others', () => {
  const { library } = reading({
    path: 'help/all/what-is-a-credit.md',
    text: help('A stamp.', 'billing: [credits]\n'),
  })
  expect(library.help(wivesnow).map(({ id }) => id)).toContain('what-is-a-credit')
  expect(library.help(adultcrush).map(({ id }) => id)).not.toContain('what-is-a-credit')
})

test('a few lines whose parts stand for one another are refused before they become gigabytes', () => {
  const more = [
    'a: &a [x, x]',
    ...'bcdefghij'
      .split('')
      .map(
        (name, index) =>
          `${name}: &${name} [${Array(9).fill(`*${'abcdefghi'[index]}`).join(', ')}]`,
      ),
  ].join('\n')
  const { problems } = reading({ path: 'help/all/bomb.md', text: help('A word.', `${more}\n`) })
  expect(problems).toEqual([
    {
      path: 'help/all/bomb.md',
      line: 6,
      message: '*a stands for another part; please write it out',
    },
  ])
})

test.each([
  ['raw HTML', '<img src=x onerror=alert(1)>', '<p>&lt;img src=x onerror=alert(1)&gt;</p>\n'],
  ['a script address', '[press](javascript:alert(1))', '<p>[press](javascript:alert(1))</p>\n'],
])('%s in a text stays text', (_, body, html) => {
  expect(
    reading({ path: 'legal/all/terms.md', text: legal(body) }).library.legal('terms', adultcrush)
      .html,
  ).toBe(html)
})

test.each([
  ['//evil.example/terms'],
  ['/\\\\evil.example'],
  ['/%5cevil.example'],
  ['\\\\\\\\evil.example'],
  ['evil.example'],
  ['ftp://evil.example'],
])(
  'an address that is neither http, mail, a number nor a path of ours is no link: %s',
  (address) => {
    const { html } = reading({
      path: 'legal/all/terms.md',
      text: legal(`[press](${address})`),
    }).library.legal('terms', adultcrush)
    expect(html).not.toContain('<a ')
  },
)

test.each([
  'https://example.org/a',
  'http://example.org',
  'mailto:{{supportEmail}}',
  'tel:112',
  '/help',
  '#top',
])('a link leads to %s', (address) => {
  const { html } = reading({
    path: 'legal/all/terms.md',
    text: legal(`[press](${address})`),
  }).library.legal('terms', adultcrush)
  expect(html).toContain('<a href=')
})

test('a file that begins with the mark of its encoding has its front matter', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'texts-'))
  await cp(directory, folder, { recursive: true })
  const path = join(folder, 'legal/all/terms.md')
  await writeFile(path, `\uFEFF${await readFile(path, 'utf8')}`)
  expect(openTexts(folder).library().legal('terms', adultcrush)).toEqual(
    openTexts().library().legal('terms', adultcrush),
  )
  await rm(folder, { recursive: true })
})

describe('what people write', () => {
  /** As many cells, which Markdown itself adds to short rows. */
  const table = (columns: number, rows: number) =>
    `${'|a'.repeat(columns)}|\n${'|-'.repeat(columns)}|\n${'|\n'.repeat(rows - 1)}`
  const tried = (texts: Texts, body: string) =>
    texts.trying([{ path: 'legal/all/terms.md', text: legal(body) }])

  test('is refused in words above 5,000 cells of tables', async () => {
    const texts = openTexts()
    expect((await tried(texts, table(50, 100))).problems).toEqual([])
    const { problems } = await tried(texts, table(50, 101))
    expect(problems[0]).toEqual({
      path: 'legal/all/terms.md',
      line: 7,
      message: expect.stringMatching(/^its tables have more than 5000 cells together/),
    })
  })

  test('is read within its time or refused in words, and the next one is read', async () => {
    const texts = openTexts(undefined, { mostTime: 1 })
    const { problems } = await tried(texts, table(1000, 60))
    expect(problems).toEqual([
      {
        path: 'legal/all/terms.md',
        line: 1,
        message: expect.stringMatching(/^this takes too long to read/),
      },
    ])
    expect((await tried(openTexts(), 'Short.')).library.legal('terms', adultcrush).html).toBe(
      '<p>Short.</p>\n',
    )
  })

  test('is told of fifty mistakes at most', async () => {
    expect((await tried(openTexts(), '{{nobody}}\n'.repeat(9_000))).problems).toHaveLength(50)
  })
})

describe('names file and line of', () => {
  test.each<[what: string, file: Source, line: number, words: RegExp]>([
    [
      'an unknown placeholder',
      { path: 'legal/all/terms.md', text: legal('\nAsk {{compnayName}}.') },
      8,
      /nothing is known as \{\{compnayName\}\}/,
    ],
    [
      'an unknown field',
      {
        path: 'legal/all/terms.md',
        text: legal(
          'x',
          'title: T\nversion: 2026-12-01\nauthor: me\nchanges: New.\nreview: pending',
        ),
      },
      4,
      /author is no field/,
    ],
    [
      'a field that is missing',
      { path: 'help/all/how.md', text: '---\ntitle: How?\ncategory: joining\n---\nSo.\n' },
      2,
      /order/,
    ],
    [
      'a category that is none',
      { path: 'help/all/how.md', text: '---\ntitle: How?\ncategory: gossip\norder: 1\n---\nSo.\n' },
      3,
      /category/,
    ],
    [
      'a date that is none',
      {
        path: 'legal/all/terms.md',
        text: legal('x', 'title: T\nversion: soon\nchanges: New.\nreview: pending'),
      },
      3,
      /version/,
    ],
    [
      'front matter that is no YAML',
      { path: 'help/all/how.md', text: '---\ntitle: "How?\n---\nSo.\n' },
      2,
      /quot/i,
    ],
    ['no front matter', { path: 'help/all/how.md', text: 'So.\n' }, 1, /front matter/],
    [
      'an unknown condition',
      { path: 'legal/all/terms.md', text: legal('::: tokens\nx\n:::') },
      7,
      /nothing holds under "tokens"/,
    ],
    [
      'a part without an end',
      { path: 'legal/all/terms.md', text: legal('one\n::: credits\nx') },
      8,
      /no ::: at its end/,
    ],
    [
      'an end of nothing',
      { path: 'legal/all/terms.md', text: legal('one\n:::') },
      8,
      /ends nothing/,
    ],
    [
      'a placeholder that says nothing on a brand',
      { path: 'legal/all/terms.md', text: legal('one\n\n{{messagePrice}}') },
      9,
      /says nothing on AdultCrush/,
    ],
    [
      'a brand that is none',
      { path: 'legal/nobrand/terms.md', text: legal('x') },
      1,
      /no brand nobrand/,
    ],
    [
      'a legal text that no page shows',
      { path: 'legal/all/imprint.md', text: legal('x') },
      1,
      /legal texts are/,
    ],
    [
      'a place where no text lies',
      { path: 'news/all/today.md', text: legal('x') },
      1,
      /texts lie at/,
    ],
  ])('%s', (_, file, line, words) => {
    const [problem] = reading(file).problems
    expect(problem).toEqual({ path: file.path, line, message: expect.stringMatching(words) })
  })

  test('a text that a brand lacks', () => {
    const { problems } = readLibrary(
      shipped.filter(({ path }) => path !== 'promo/wivesnow/landing.md'),
      brands,
    )
    expect(problems).toEqual([
      {
        path: 'promo/wivesnow/landing.md',
        line: 1,
        message: expect.stringContaining('WivesNow has no such text'),
      },
    ])
  })
})

test('what the build has checked is shown as it was, and a start does not look for its problems again', () => {
  const built = openTexts(undefined, { isBuilt: true }).library()
  const checked = openTexts().library()
  expect(brands.map((brand) => [built.termsVersion(brand), built.help(brand)])).toEqual(
    brands.map((brand) => [checked.termsVersion(brand), checked.help(brand)]),
  )
})

describe('publishing', () => {
  test('puts a text over the one that came with the product, and takes it away again', () => {
    const texts = openTexts(directory)
    const before = texts.library().legal('terms', adultcrush).html
    expect(texts.publish([{ path: 'legal/all/terms.md', text: legal('Short now.') }])).toEqual([])
    expect(texts.library().legal('terms', adultcrush).html).toBe('<p>Short now.</p>\n')
    texts.publish([])
    expect(texts.library().legal('terms', adultcrush).html).toBe(before)
  })

  test('takes a text away, unless a brand would have none', () => {
    const texts = openTexts(directory)
    expect(texts.publish([{ path: 'help/all/who-can-join.md', text: null }])).toEqual([])
    expect(
      texts
        .library()
        .help(adultcrush)
        .map(({ id }) => id),
    ).not.toContain('who-can-join')
    const problems = texts.publish([
      { path: 'help/all/who-can-join.md', text: null },
      { path: 'legal/all/terms.md', text: null },
    ])
    expect(problems[0]).toMatchObject({
      path: 'legal/adultcrush/terms.md',
      message: expect.stringContaining('has no such text'),
    })
    expect(texts.library().legal('terms', adultcrush).html).toContain('Who may join')
    expect(
      texts
        .library()
        .help(adultcrush)
        .map(({ id }) => id),
    ).not.toContain('who-can-join')
  })

  test('can be tried, which changes nothing', async () => {
    const texts = openTexts(directory)
    const before = texts.library()
    const { library, problems } = await texts.trying([
      { path: 'legal/all/terms.md', text: legal('Short now.') },
    ])
    expect([library.legal('terms', adultcrush).html, problems]).toEqual(['<p>Short now.</p>\n', []])
    expect(texts.library()).toBe(before)
    expect(
      (await texts.trying([{ path: 'legal/all/terms.md', text: legal('{{gone}}') }])).problems,
    ).toHaveLength(1)
  })

  test('lets others be answered between two brands, while all texts are rendered for the first time', async () => {
    const texts = openTexts(directory, { isBuilt: true })
    let turns = 0
    let next = setImmediate(function turn() {
      turns += 1
      next = setImmediate(turn)
    })
    await texts.trying([])
    clearImmediate(next)
    expect(turns).toBeGreaterThanOrEqual(brands.length)
  })

  test('leaves out a text that is wrong by now, and keeps the others', () => {
    const texts = openTexts(directory)
    const problems = texts.publish([
      { path: 'legal/all/terms.md', text: legal('{{gone}}') },
      { path: 'legal/all/tos.md', text: legal('Published.') },
    ])
    expect(problems).toEqual([
      { path: 'legal/all/terms.md', line: 7, message: expect.stringContaining('{{gone}}') },
    ])
    expect(texts.library().legal('tos', adultcrush).html).toBe('<p>Published.</p>\n')
    expect(texts.library().legal('terms', adultcrush).html).not.toContain('gone')
  })
})

describe('the check', () => {
  const standing = (sources: readonly Source[], name: string) => {
    const row = checkTexts(sources, brands).find((one) => one.name === name)
    return Object.fromEntries(brands.map(({ id }, index) => [id, row?.coverage[index]]))
  }

  test('knows a brand’s own text from the one for all', () => {
    const own = {
      path: 'legal/wivesnow/terms.md',
      text: legal('x', 'title: T\nversion: 2099-01-01\nchanges: New.\nreview: pending'),
    }
    expect(standing([...shipped, own], 'terms')).toMatchObject({
      wivesnow: 'own',
      adultcrush: 'shared',
    })
  })

  test('calls a brand’s own text stale when the one for all is newer', () => {
    const own = {
      path: 'legal/wivesnow/terms.md',
      text: legal('x', 'title: T\nversion: 2020-01-01\nchanges: New.\nreview: pending'),
    }
    expect(standing([...shipped, own], 'terms')).toMatchObject({
      wivesnow: 'stale',
      adultcrush: 'shared',
    })
  })

  test('says which brand lacks a text', () => {
    expect(
      standing(
        shipped.filter(({ path }) => path !== 'promo/wivesnow/landing.md'),
        'landing',
      ),
    ).toMatchObject({ wivesnow: 'missing', adultcrush: 'own' })
  })

  test('does not miss a question that is not for a brand', () => {
    const question = {
      path: 'help/all/what-is-a-credit.md',
      text: help('A stamp.', 'billing: [credits]\n'),
    }
    expect(standing([...shipped, question], 'what-is-a-credit')).toMatchObject({
      wivesnow: 'shared',
      adultcrush: 'none',
    })
  })
})
