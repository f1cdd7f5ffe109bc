import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { type Browser, chromium, type Page, type Request } from '@playwright/test'
import { chromiumArguments, chromiumPath } from '../support/browser.ts'
import { finishProfile, register } from '../support/journey.ts'
import { rememberedOn } from '../support/remembered.ts'
import { startServer } from '../support/server.ts'
import { record } from './figures.ts'
import { table } from './report.ts'

/** Bodies as compressed on the wire, nothing cached. */
const server = await startServer()
const browser = await chromium.launch({ executablePath: chromiumPath(), args: chromiumArguments })

const rows: string[][] = []
const guest = await freshPage(browser)
for (const path of ['/', '/site/terms'])
  rows.push(['guest', path, ...(await weigh(guest, server.origin('adultcrush') + path))])

const member = await freshPage(browser)
const person = {
  username: 'Weigher',
  gender: 'Woman',
  lookingFor: 'Men',
  about: 'Here to be measured, kindly.',
}
await register(member, server.origin('adultcrush'), person)
await finishProfile(member, person)
for (const path of ['/dashboard', '/search', '/messages']) {
  rows.push(['member', path, ...(await weigh(member, server.origin('adultcrush') + path))])
}
for (const [who, path, html, script, fonts] of rows) {
  for (const [what, size] of [
    ['HTML', html],
    ['script', script],
    ['fonts', fonts],
  ])
    record(`${what} of ${path}, ${who}, brotli`, Number(size), 'kB')
}
table(['who', 'page', 'HTML kB', 'script kB', 'fonts kB', 'all kB', 'requests', 'scripts'], rows)

await browser.close()
await server.stop()

async function freshPage(from: Browser): Promise<Page> {
  const context = await from.newContext({ viewport: { width: 390, height: 844 } })
  // The age question would cover the page.
  await context.addCookies([
    rememberedOn('adultcrush', 'adult', 'yes'),
    rememberedOn('adultcrush', 'cookies', 'needed'),
  ])
  return context.newPage()
}

async function weigh(page: Page, url: string): Promise<string[]> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.setCacheDisabled', { cacheDisabled: true })
  const finished: Request[] = []
  const note = (request: Request) => void finished.push(request)
  page.on('requestfinished', note)
  await page.goto(url, { waitUntil: 'load' })
  await page.waitForTimeout(1000)
  page.off('requestfinished', note)
  await session.detach()
  const bytes = new Map([['document', await sizeOfDocument(page, url)]])
  for (const request of finished) {
    if (request.resourceType() === 'document') continue
    const { responseBodySize } = await request.sizes()
    const kind = request.resourceType()
    bytes.set(kind, (bytes.get(kind) ?? 0) + responseBodySize)
  }
  const kB = (kind: string) => ((bytes.get(kind) ?? 0) / 1000).toFixed(1)
  const all = [...bytes.values()].reduce((sum, size) => sum + size, 0)
  return [
    kB('document'),
    kB('script'),
    kB('font'),
    (all / 1000).toFixed(1),
    String(finished.length),
    String(finished.filter((request) => request.resourceType() === 'script').length),
  ]
}

/** Asked for once more: a browser says nothing of the size of a page that comes in parts. */
async function sizeOfDocument(page: Page, url: string): Promise<number> {
  const { host, port, pathname } = new URL(url)
  const cookies = await page.context().cookies(url)
  const headers = {
    Host: host,
    Cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; '),
    'Accept-Encoding': 'br',
  }
  const [answer] = (await once(
    get({ host: '127.0.0.1', port, path: pathname, headers }),
    'response',
  )) as [IncomingMessage]
  if (answer.statusCode !== 200) throw new Error(`${pathname}: ${answer.statusCode}`)
  return (await buffer(answer)).length
}
