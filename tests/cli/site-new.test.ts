import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { idProblem } from '#cli/site-new/files.ts'
import { identityOf } from '#cli/site-new/identity.ts'
import { freeHue, paletteFor } from '#cli/site-new/palette.ts'
import { contrast, parseOklch, toLinearRgb } from '#lib/oklch.ts'
import { brands, mainBrand } from '#sites/registry.ts'
import { copyProduct } from '../support/copy-of-product.ts'

const { companyName, companyAddress, companyCountry } = mainBrand.legal
const mainCompany = { companyName, companyAddress, companyCountry }

/** `npm run site:new -- example`, in a copy of the product: a twelfth brand that is whole. */

const run = promisify(execFile)
const root = new URL('../..', import.meta.url).pathname
let copy: string

beforeAll(async () => {
  copy = await mkdtemp(join(tmpdir(), 'site-new-'))
  await copyProduct(copy)
})
afterAll(() => rm(copy, { recursive: true, force: true }))

const make = (id: string, ...model: string[]) =>
  run(process.execPath, [join(copy, 'src/cli/site-new.ts'), id, ...model], { cwd: copy })

/**
 * Prints, for each made brand, what its landing says it costs, what the help says, and what stands
 * in its footer.
 */
const READ = `
  import { openTexts } from './src/content/texts.server.ts'
  import { brandById } from './src/sites/registry.ts'
  const library = openTexts().library()
  const read = (id) => {
    const brand = brandById(id)
    const { priceText } = library.landing(brand)
    const help = library.help(brand).find((one) => one.id === 'what-is-free')
    return [id, { landing: priceText, help: help.html, company: brand.legal }]
  }
  console.log(JSON.stringify(Object.fromEntries(['example', 'examplec', 'examplep'].map(read))))
`

const OURS = [
  ...['--company', "Ann O'Hara & Sons", '--address', '1 Example Street, London'],
  ...['--country', 'GB', '--domain', 'ours-alone.net'],
]

/** Every file of the copy that a new brand may change, with its bytes. */
async function filesNow(): Promise<Record<string, string>> {
  const found: Record<string, string> = {}
  for (const folder of ['src/sites', 'src/content/promo', 'src/styles/fonts', 'public']) {
    for (const entry of await readdir(join(copy, folder), { recursive: true, withFileTypes: true }))
      if (entry.isFile()) {
        const path = join(entry.parentPath, entry.name)
        found[path.slice(copy.length)] = createHash('sha256')
          .update(await readFile(path))
          .digest('hex')
      }
  }
  return found
}

/** Writes two files, and is told to end between them. */
const INTERRUPTED = `
  import { writeWhole } from './src/cli/site-new/write-whole.ts'
  const files = function* () {
    yield ['of-it/one', '1']
    process.kill(process.pid, 'SIGINT')
    process.kill(process.pid, 'SIGTERM')
    yield ['of-it/two', '2']
  }
  writeWhole('.', files())
`

describe('a twelfth brand', () => {
  test('that is interrupted while it is written is whole', async () => {
    await run(process.execPath, ['--input-type=module', '--eval', INTERRUPTED], { cwd: copy })
    expect(await readdir(join(copy, 'of-it'))).toEqual(['one', 'two'])
    await rm(join(copy, 'of-it'), { recursive: true })
  })

  test('that cannot be made leaves nothing: a file in the way, a flag that is wrong, a folder of nobody', async () => {
    const before = await filesNow()
    const inTheWay = join(copy, 'public', 'example-512.png')
    await mkdir(inTheWay)
    await expect(make('example', '--model', 'credits', ...OURS)).rejects.toMatchObject({
      code: 1,
      stderr: `${inTheWay} cannot be written (EISDIR): nothing was changed.\n`,
    })
    await rm(inTheWay, { recursive: true })
    expect(await filesNow()).toEqual(before)

    await expect(
      make('example', '--model', 'credits', '--company', 'A', '--domain', 'api.wivesnow.example'),
    ).rejects.toMatchObject({
      code: 1,
      stderr: `--domain: api.wivesnow.example can be nobody’s: give one of your own.
--address is missing: --company, --address and --country belong together.
--country is missing: --company, --address and --country belong together.
`,
    })
    await mkdir(join(copy, 'src/sites/example'))
    await expect(make('example')).rejects.toMatchObject({
      stderr: expect.stringContaining('There is a folder src/sites/example, of no brand'),
    })
    await rm(join(copy, 'src/sites/example'), { recursive: true })
    expect(await filesNow()).toEqual(before)
  })

  test('that is here gets a domain and a company of one’s own, several or none', async () => {
    const own = (...words: string[]) =>
      run(process.execPath, [join(copy, 'src/cli/site-own.ts'), ...words], { cwd: copy })
    const before = await filesNow()
    for (const [words, said] of [
      [['nobody', '--domain', 'ours.net'], 'There is no brand nobody. There are adultcrush, '],
      [['wivesnow'], 'Usage: npm run site:own'],
      [['wivesnow', 'xmeeting', '--domain', 'ours.net'], 'ours.net is a host of wivesnow.'],
      [['all', '--domain', '{brand}.net', '--country', 'GB'], '--company is missing'],
    ] as const)
      await expect(own(...words)).rejects.toMatchObject({
        code: 1,
        stderr: expect.stringContaining(said),
      })
    expect(await filesNow()).toEqual(before)
    const read = (id: string) => readFile(join(copy, 'src/sites', id, 'brand.ts'), 'utf8')
    const [was, other] = [await read('wivesnow'), await read('xmeeting')]
    await own('wivesnow', 'xmeeting', '--domain', '{brand}-ours.net')
    expect(await read('wivesnow')).toBe(
      was
        .replace("domain: 'wivesnow.example'", "domain: 'wivesnow-ours.net'")
        .replace('support@wivesnow.example', 'support@wivesnow-ours.net'),
    )
    await own('xmeeting', ...OURS)
    expect(await read('xmeeting')).toContain(
      `companyName: "Ann O'Hara & Sons",\n    companyAddress: '1 Example Street, London',\n    companyCountry: 'GB',\n    supportEmail: 'support@ours-alone.net',`,
    )
    for (const [id, text] of [
      ['wivesnow', was],
      ['xmeeting', other],
    ] as const)
      await writeFile(join(copy, 'src/sites', id, 'brand.ts'), text)
    expect(await filesNow()).toEqual(before)
  })

  test('is made in a moment, says what is left to do, and is not made twice', async () => {
    const { stdout } = await make('example', '--model', 'subscription', ...OURS)
    expect(stdout).toContain('http://www.example.localhost:4321')
    expect(stdout).toContain('In production it is at https://www.ours-alone.net')
    await expect(make('example')).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('There is a brand example already.'),
    })
    await expect(make('examplec', '--model', 'credits', ...OURS)).rejects.toMatchObject({
      code: 1,
      stderr: '--domain: ours-alone.net is a host of example.\n',
    })
    const formatter = join(root, 'node_modules/oxfmt/bin/oxfmt')
    const written = 'src/sites/example/brand.ts'
    await run(process.execPath, [formatter, '--check', written], { cwd: copy })
    // The service runs as somebody else.
    expect((await stat(join(copy, written))).mode & 0o444).toBe(0o444)
  })

  test('of each billing model says on its landing what its help says, and has a company', async () => {
    await make('examplec', '--model', 'credits')
    await make('examplep', '--model', 'partner')
    await expect(make('examplex', '--model', 'gold')).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('subscription, credits, partner'),
    })
    const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', READ], {
      cwd: copy,
    })
    const made = JSON.parse(stdout) as Record<
      string,
      { landing: string; help: string; company: Record<string, string> }
    >
    const claims = (text: string) => ({
      membership: /membership is for|membership lets/i.test(text),
      partner: /through our partner/i.test(text),
      credits: /costs? (credits|\d+ credit)/i.test(text),
      oneMessageADay: /one (message )?a day/i.test(text),
      readingIsFree: /reading (is|are) free/i.test(text),
      answeringIsFree: /answering[^.]*(free|nothing)/i.test(text),
    })
    for (const { landing, help } of Object.values(made))
      expect([landing, claims(landing)]).toEqual([landing, claims(help)])
    const none = {
      membership: false,
      partner: false,
      credits: false,
      oneMessageADay: false,
      readingIsFree: false,
      answeringIsFree: false,
    }
    expect(Object.values(made).map(({ landing }) => claims(landing))).toEqual([
      { ...none, membership: true, oneMessageADay: true },
      { ...none, credits: true, readingIsFree: true },
      { ...none, partner: true, oneMessageADay: true },
    ])
    expect(Object.values(made).map(({ company }) => company)).toEqual([
      expect.objectContaining({ companyName: "Ann O'Hara & Sons", isPlaceholder: false }),
      expect.objectContaining({ ...mainCompany, isPlaceholder: true }),
      expect.objectContaining({ ...mainCompany, isPlaceholder: true }),
    ])
    expect(JSON.stringify(made)).not.toMatch(/filled in|lorem|\bTODO\b/i)
  })

  test('passes the tests of a brand: data, contrast, files, texts, hosts', async () => {
    const vitest = join(root, 'node_modules/vitest/vitest.mjs')
    const files = [
      'tests/sites/brands',
      'tests/sites/contrast',
      'tests/sites/files',
      'tests/sites/hosts',
      // Those that ask something of each brand; the others say the same without it.
      'tests/content/kept-in-browsers',
      'tests/content/leaving',
      'tests/content/safety',
      'tests/content/texts',
    ]
    const env = {
      ...process.env,
      VITEST: undefined,
      VITEST_WORKER_ID: undefined,
      NODE_ENV: undefined,
      FORCE_COLOR: '0',
    }
    await run(
      process.execPath,
      [
        vitest,
        'run',
        '--config',
        'tests/cli/brands.config.ts',
        '--reporter=json',
        '--outputFile=brands.json',
        ...files,
      ],
      {
        cwd: copy,
        env,
      },
    )
    const report = JSON.parse(await readFile(join(copy, 'brands.json'), 'utf8')) as {
      success: boolean
      testResults: Array<{ assertionResults: Array<{ fullName: string }> }>
    }
    expect(report.success).toBe(true)
    const names = report.testResults.flatMap(({ assertionResults }) =>
      assertionResults.map(({ fullName }) => fullName),
    )
    expect(names).toContain('the theme of example has text that can be read (dark)')
  })
})

test.each([
  ['Example', 'small letters'],
  ['a', 'small letters'],
  ['my-site', 'small letters'],
  ['../evil', 'small letters'],
  ['', 'small letters'],
  ['wivesnow', 'already'],
  ['dashboard', 'host or a page'],
  ['media', 'host or a page'],
])('%j cannot be a brand', (id, reason) => {
  expect(idProblem(id)).toContain(reason)
})

const whole = { company: 'Ours Ltd', address: '1 Street', country: 'GB', domain: 'ours.net' }
test.each<[Parameters<typeof identityOf>[0], string | null]>([
  [whole, null],
  [{ domain: 'ours.net' }, null],
  [{ ...whole, domain: 'www.ours.net' }, '--domain: www.ours.net is no domain'],
  [{ ...whole, domain: 'Ours.net' }, '--domain: Ours.net is no domain'],
  [{ ...whole, domain: 'https://ours.net' }, '--domain: https://ours.net is no domain'],
  [{ ...whole, domain: '' }, '--domain is missing'],
  [{ ...whole, domain: 'ours.example' }, '--domain: ours.example can be nobody’s'],
  [{ ...whole, domain: 'taken.net' }, '--domain: taken.net is a host of adultcrush.'],
  [{ ...whole, domain: 'api.members.taken.net' }, 'is a host of adultcrush.'],
  [{ ...whole, country: 'gb' }, '--country: gb is no country: two letters, as GB.'],
  [{ ...whole, country: 'QQ' }, '--country: QQ is no country'],
  [{ ...whole, company: '  ' }, '--company is missing'],
  [{ ...whole, company: 'a\nb' }, '--company is one line'],
  [{ ...whole, support: 'nobody' }, '--support: nobody is no address.'],
])('a brand that is said to be %j', (flags, problem) => {
  const others = brands.map((brand, index) =>
    index === 0 ? { ...brand, domain: 'taken.net' } : brand,
  )
  const read = () => identityOf(flags, others)
  if (problem === null) expect(read()).toMatchObject({ domain: 'ours.net' })
  else expect(read).toThrow(problem)
})

test('words can be read in the palette of any hue, in light and dark', () => {
  for (let hue = 0; hue < 360; hue += 5) {
    const palette = paletteFor(hue)
    const paint = (token: string, scheme: 'light' | 'dark') =>
      toLinearRgb(parseOklch(palette[token]?.[scheme] ?? ''))
    for (const scheme of ['light', 'dark'] as const) {
      for (const [text, ground] of [
        ['ink', 'sunken'],
        ['muted', 'sunken'],
        ['muted', 'accent-soft'],
        ['accent', 'sunken'],
        ['accent', 'accent-soft'],
        ['on-accent', 'accent'],
        ['on-field', 'field'],
        ['on-second', 'second'],
      ] as const) {
        expect([
          hue,
          scheme,
          text,
          ground,
          contrast(paint(text, scheme), paint(ground, scheme)) >= 4.5,
        ]).toEqual([hue, scheme, text, ground, true])
      }
    }
  }
})

test.each([
  [[0, 90, 180], 270],
  [[350, 10], 180],
])('of hues %j taken, %d is the one to take', (taken, hue) => {
  expect(freeHue(taken)).toBe(hue)
})
