import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import { DEMO_PASSWORD } from '#demo/cast.ts'
import { startIngest } from '../support/ingest.ts'
import { signIn } from '../support/journey.ts'
import { startServer } from '../support/server.ts'
import { openTranslated } from '../support/translated.ts'

const words = 'alice@example.org wrote: Meet me at the bridge'

/** Makes a function of the browser fail that a member's page calls when it has loaded. */
async function breakBrowser(context: BrowserContext): Promise<void> {
  await context.addInitScript((message) => {
    document.addEventListener('DOMContentLoaded', () => {
      HTMLScriptElement.supports = () => {
        throw new TypeError(`${message} is not a function`)
      }
    })
  }, words)
}

function scriptsOf(page: Page): string[] {
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  return asked
}

/** The stream of events is opened last. */
const expectLoaded = (asked: readonly string[], times: number) =>
  expect.poll(() => asked.filter((address) => address.includes('/event/stream')).length).toBe(times)

test('an error in a page reaches the error service by way of the server, without anything of whom it happened to', async ({
  context,
}) => {
  const ingest = await startIngest()
  const server = await startServer({ DEMO: '1', SENTRY_DSN: ingest.dsn })
  const origin = server.origin('adultcrush')
  const page = await context.newPage()
  const isHome = page.waitForRequest(/\/event\/stream/)
  await signIn(page, origin, 'alice')
  await isHome
  const asked = scriptsOf(page)
  await page.goto(`${origin}/search?minAge=30`)
  await expectLoaded(asked, 1)
  expect(asked.filter((address) => address.includes('page-error-report'))).toEqual([])

  await breakBrowser(context)
  const id = await page.locator('#account a').first().getAttribute('href')
  await page.goto(`${origin}${id}?token_of=nobody`)
  await expect.poll(() => ingest.events).toHaveLength(1)
  await expectLoaded(asked, 2)
  expect(ingest.events[0]).toMatchObject({
    platform: 'javascript',
    transaction: '/profile/view/id/:id',
    release: expect.stringMatching(/^[0-9a-f]{12}$/),
    tags: { brand: 'adultcrush', from: 'browser' },
    exception: {
      values: [
        {
          type: 'TypeError',
          value: 'is not a function',
          stacktrace: {
            frames: expect.arrayContaining([
              expect.objectContaining({ filename: expect.stringMatching(/^\/_astro\//) }),
            ]),
          },
        },
      ],
    },
  })
  const cookies = (await context.cookies())
    .map(({ value }) => value)
    .filter((value) => value.length > 8)
  for (const word of [
    ...cookies,
    'alice',
    'Alice',
    'bridge',
    DEMO_PASSWORD,
    'Mozilla',
    'nobody',
    String(id),
  ])
    expect(ingest.raw.join('\n')).not.toContain(word)
  // The browser told nobody but us.
  expect(
    asked.filter((address) => !new URL(address).hostname.endsWith('adultcrush.localhost')),
  ).toEqual([])

  await context.clearCookies()
  await page.goto(origin)
  await page.waitForLoadState('networkidle')
  expect(await page.locator('script[src*=PageErrors]').count()).toBe(0)
  await server.stop()
  await ingest.stop()
})

test('a page that the browser translates before it is alive is no error of ours', async ({
  context,
}) => {
  const ingest = await startIngest()
  const server = await startServer({ DEMO: '1', SENTRY_DSN: ingest.dsn })
  const origin = server.origin('adultcrush')
  const page = await context.newPage()
  await signIn(page, origin, 'alice')
  const errors: string[] = []
  page.on('pageerror', ({ message }) => errors.push(message))
  await openTranslated(page, `${origin}/search`, 'before')
  // React says it, the browser's log has it, and nobody is told.
  expect(errors.filter((message) => !message.includes('React error #418'))).toEqual([])
  expect(errors.length).toBeGreaterThan(0)
  await breakBrowser(context)
  await page.goto(`${origin}/search`)
  await expect.poll(() => ingest.events).toHaveLength(1)
  expect(ingest.events[0]).toMatchObject({ exception: { values: [{ type: 'TypeError' }] } })
  await server.stop()
  await ingest.stop()
})
