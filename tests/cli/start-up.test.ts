import { once } from 'node:events'
import { createServer } from 'node:net'
import { describe, expect, test } from 'vitest'
import { bannerLines } from '../../src/cli/banner.server.ts'
import { linesFor, StartUpError } from '../../src/cli/start-up.server.ts'
import { openPostgres } from '../../src/db/connection.server.ts'
import { DEMO_FACTOR, signIns } from '../../src/db/demo/cast.ts'
import { LockError } from '../../src/lib/lock.server.ts'
import { readSettings } from '../../src/settings.ts'
import { brands } from '../../src/sites/registry.ts'

/** What `action` throws, or null. */
async function thrownBy(action: () => unknown): Promise<unknown> {
  try {
    await action()
    return null
  } catch (error) {
    return error
  }
}

async function listen(port: number, host: string): Promise<{ port: number; close(): void }> {
  const server = createServer().listen(port, host)
  await once(server, 'listening')
  const address = server.address()
  return { port: typeof address === 'object' && address !== null ? address.port : 0, close: () => void server.close() }
}

describe('what an operator can put right is said in a line each', () => {
  test('settings, all that are wrong at once', async () => {
    const error = await thrownBy(() => readSettings({ PORT: 'abc', DATABASE_URL: 'mysql://x' }))
    expect(linesFor(error)).toEqual(['Setting PORT: must be a number', 'Setting DATABASE_URL: must be a postgres:// address'])
  })

  test('a port that is in use', async () => {
    const first = await listen(0, '127.0.0.1')
    const error = await thrownBy(() => listen(first.port, '127.0.0.1'))
    first.close()
    expect(linesFor(error)).toEqual([`127.0.0.1:${first.port} is in use by another process. Set PORT to another port.`])
  })

  test('an address that is not this machine’s', async () => {
    const error = await thrownBy(() => listen(4399, '203.0.113.1'))
    expect(linesFor(error)).toEqual(['Cannot listen on 203.0.113.1:4399 (EADDRNOTAVAIL). Check HOST and PORT.'])
  })

  test('a database that is not there', async () => {
    const database = await openPostgres('postgres://nobody:nothing@127.0.0.1:1/none', 1)
    const error = await thrownBy(() => database.db.selectFrom('brands').selectAll().execute())
    await database.close()
    expect(linesFor(error)).toEqual(['The database at 127.0.0.1:1 cannot be reached (ECONNREFUSED). Check DATABASE_URL.'])
  })

  test('whatever was found out by ourselves', () => {
    expect(linesFor(new StartUpError('one\ntwo'))).toEqual(['one', 'two'])
    expect(linesFor(new LockError('in use'))).toEqual(['in use'])
  })

  test('but nothing that is a mistake of ours', () => {
    expect(linesFor(new TypeError('undefined is not a function'))).toBeNull()
    expect(linesFor('thrown without thinking')).toBeNull()
  })
})

describe('the banner', () => {
  const settings = readSettings({ PORT: '4400', SITES_SUFFIX: 'localhost' })

  test('gives the address of every brand, of the API and of the mail box, and whom to sign in as', () => {
    const text = bannerLines({ settings, demo: { members: 2000, password: 'secret', signIns } }).join('\n')
    expect(text).toContain(`eve gives a code of the app that knows ${DEMO_FACTOR}`)
    for (const { id } of brands) expect(text).toContain(`http://www.${id}.localhost:4400`)
    for (const { username } of signIns) expect(text).toContain(username)
    for (const words of ['http://api.adultcrush.localhost:4400', 'http://mail.localhost:4400', '2,000 members', 'secret']) expect(text).toContain(words)
  })

  test('says nothing of a mail box where mails are sent, nor of a demo where there is none', () => {
    const text = bannerLines({ settings: { ...settings, smtpUrl: 'smtp://mail' }, demo: null }).join('\n')
    expect(text).not.toMatch(/Mail box|Demo/)
  })

  test('is one line in production', () => {
    expect(bannerLines({ settings: { ...settings, production: true }, demo: null })).toEqual(['Serving 11 brands on 127.0.0.1:4400'])
  })
})
