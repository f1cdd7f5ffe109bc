import { execFile, spawn } from 'node:child_process'
import { cp, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { idProblem } from '../../src/cli/site-new/files.ts'
import { freeHue, paletteFor } from '../../src/cli/site-new/palette.ts'
import { contrast, parseOklch, toLinearRgb } from '../../src/lib/oklch.ts'
import { mainBrand } from '../../src/sites/registry.ts'
import { freePort } from '../support/postgres.ts'

const { companyName, companyAddress, companyCountry } = mainBrand.legal
const mainCompany = { companyName, companyAddress, companyCountry }

/** `npm run site:new -- example`, in a copy of the product: a twelfth brand that is whole. */

const run = promisify(execFile)
const root = new URL('../..', import.meta.url).pathname
const own = new Set(['node_modules', 'dist', 'data', '.git', '.astro', 'test-results'])
let copy: string

beforeAll(async () => {
  copy = await mkdtemp(join(tmpdir(), 'site-new-'))
  for (const entry of await readdir(root)) {
    if (!own.has(entry)) await cp(join(root, entry), join(copy, entry), { recursive: true })
  }
  await symlink(join(root, 'node_modules'), join(copy, 'node_modules'))
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

describe('a twelfth brand', () => {
  test('is made in a moment, says what is left to do, and is not made twice', async () => {
    const { stdout } = await make('example')
    expect(stdout).toContain('http://www.example.localhost:4321')
    expect(stdout).toContain('legal identity')
    await expect(make('example')).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('There is a brand example already.'),
    })
  })

  test('of each billing model says on its landing what its help says, and has a company', async () => {
    await make('examplec', 'credits')
    await make('examplep', 'partner')
    await expect(make('examplex', 'gold')).rejects.toMatchObject({
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
    for (const { company } of Object.values(made)) expect(company).toMatchObject(mainCompany)
    expect(JSON.stringify(made)).not.toMatch(/filled in|lorem|\bTODO\b/i)
  })

  test('passes the tests of a brand: data, contrast, files, texts, hosts', async () => {
    const vitest = join(root, 'node_modules/vitest/vitest.mjs')
    const files = [
      'tests/sites/brands',
      'tests/sites/contrast',
      'tests/sites/files',
      'tests/sites/hosts',
      'tests/content',
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

  test('starts, and its landing is its own', async () => {
    const port = await freePort()
    const astro = join(root, 'node_modules/astro/bin/astro.mjs')
    const env = {
      ...process.env,
      VITEST: undefined,
      NODE_ENV: 'development',
      ASTRO_DEV_BACKGROUND: '0',
      ASTRO_TELEMETRY_DISABLED: '1',
      DEMO: '0',
      PORT: String(port),
      DATA_DIR: join(copy, 'data'),
    }
    const server = spawn(process.execPath, [astro, 'dev', '--port', String(port)], {
      cwd: copy,
      env,
      stdio: 'ignore',
    })
    try {
      const page = await whenServed(port)
      expect(page).toContain('<title>Example – a place for grown-ups</title>')
      expect(page).toContain('Meet adults who mean it.')
    } finally {
      server.kill()
      await new Promise((resolve) => server.once('exit', resolve))
    }
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

/** The new brand's landing, as soon as it is there. */
async function whenServed(port: number): Promise<string> {
  for (;;) {
    const page = await get(port).catch((error: NodeJS.ErrnoException) => {
      // Vite restarts the development server once while it starts, which cuts a connection that
      // came before.
      if (error.code !== 'ECONNREFUSED' && error.code !== 'ECONNRESET') throw error
      return null
    })
    if (page !== null) return page
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

function get(port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    request(
      { host: '127.0.0.1', port, path: '/', headers: { Host: `www.example.localhost:${port}` } },
      (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('end', () => resolve(Buffer.concat(chunks).toString()))
      },
    )
      .on('error', reject)
      .end()
  })
}
