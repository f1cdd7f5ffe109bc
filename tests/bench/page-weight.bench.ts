import { type Browser, chromium, type Page } from '@playwright/test'
import { chromiumArguments, chromiumPath } from '../support/browser.ts'
import { finishProfile, register } from '../support/journey.ts'
import { rememberedOn } from '../support/remembered.ts'
import { startServer } from '../support/server.ts'
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
  const kinds = new Map<string, string>()
  const bytes: Record<string, number> = {}
  let requests = 0
  session.on('Network.responseReceived', ({ requestId, type }) => void kinds.set(requestId, type))
  session.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
    const kind = kinds.get(requestId) ?? 'Other'
    bytes[kind] = (bytes[kind] ?? 0) + encodedDataLength
  })
  let scripts = 0
  session.on('Network.loadingFinished', ({ requestId }) => {
    requests += 1
    if (kinds.get(requestId) === 'Script') scripts += 1
  })
  await page.goto(url, { waitUntil: 'load' })
  await page.waitForTimeout(1000)
  await session.detach()
  const kB = (kind: string) => ((bytes[kind] ?? 0) / 1000).toFixed(1)
  const all = Object.values(bytes).reduce((sum, size) => sum + size, 0)
  return [
    kB('Document'),
    kB('Script'),
    kB('Font'),
    (all / 1000).toFixed(1),
    String(requests),
    String(scripts),
  ]
}
