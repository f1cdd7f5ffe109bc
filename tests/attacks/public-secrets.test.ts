import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  decryptFactor,
  encryptFactor,
} from '#core/staff-accounts/second-factor-encryption.server.ts'
import { DEMO_FACTOR } from '#demo/cast.ts'
import { hasLeftList } from '#mail/lists.sql.ts'
import { unsubscribeKey } from '#mail/unsubscribe.server.ts'
import { pictureOf } from '#members/photos/files/addresses.server.ts'
import { getBillingData } from '#money/checkout/orders.contract.ts'
import { startSandbox } from '#process/sandbox.server.ts'
import { derivedSecret, withSecrets } from '#process/secrets.server.ts'
import { readSettings } from '#settings.ts'
import { brandById } from '#sites/registry.ts'
import type { Brand } from '#sites/site.ts'
import { supportLink } from '#staff/tickets/agent/agent-links.server.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { type CastMember, joins } from '../support/cast.ts'
import { eventOf, reports, startsOrder } from '../support/gateway.ts'
import { addressIn, aPhoto, look, photoRows, upload } from '../support/photos.ts'
import { freePort } from '../support/postgres.ts'

/**
 * Whoever has read this repository, or runs a demo of their own, forges nothing on somebody else's
 * demo.
 */

/** What once signed on every server where nothing else was set, and what was made of it. */
const PUBLIC = 'development-only-secret-change-me'
const PUBLIC_GATEWAY = 'known to everybody: the sandbox moves no money'

let app: TestApp
let elsewhere: TestApp
let alice: CastMember
beforeAll(async () => {
  ;[app, elsewhere] = await Promise.all([
    startApp({ SESSION_SECRET: '' }),
    startApp({ SESSION_SECRET: '' }),
  ])
  alice = await joins(app, { brand: 'adultcrush', username: 'Alice' })
})
afterAll(() => Promise.all([app.close(), elsewhere.close()]))

const secret = () => app.services.settings.sessionSecret
const forgers = () => [PUBLIC, elsewhere.services.settings.sessionSecret]

describe('a link to the support view', () => {
  const brand = brandById('adultcrush') as Brand
  async function open(supportSecret: string | null): Promise<number> {
    const { address, settings } = app.services
    const url = new URL(
      supportLink(
        { address, settings: { ...settings, supportSecret } },
        { brand, memberId: alice.id, agent: 'Mallory' },
        app.clock.now(),
      ) ?? '',
    )
    return (
      await app.frontDoor(
        new Request(url, { method: 'POST', headers: { Host: url.host } }),
        '203.0.113.7',
        async () => new Response('page'),
      )
    ).status
  }

  test('opens with this demo’s secret alone', async () => {
    for (const forged of forgers()) {
      for (const guessed of [forged, `support ${forged}`, derivedSecret(forged, 'support links')])
        expect(await open(guessed)).toBe(403)
    }
    expect(await open(secret())).toBe(403)
    expect(await open(app.services.settings.supportSecret)).toBe(200)
  })
})

test('a key that stops mails works with this demo’s secret alone', async () => {
  const stop = async (key: string) =>
    (await app.visitor('adultcrush').posts('/unsubscribe/index', { key })).status
  const keyOf = (signed: string) => unsubscribeKey({ accountId: alice.id, list: 'news' }, signed)
  for (const forged of forgers()) expect(await stop(keyOf(forged))).toBeGreaterThanOrEqual(400)
  expect(await hasLeftList(app.db, 'alice@example.org', 'news')).toBe(false)
  expect(await stop(keyOf(secret()))).toBe(200)
  expect(await hasLeftList(app.db, 'alice@example.org', 'news')).toBe(true)
})

test('the address of a private photo works with this demo’s secret alone', async () => {
  await upload(alice, await aPhoto(), { isPrivate: 'true' })
  const [row] = await photoRows(app, alice.id)
  if (!row) throw new Error('the photo was not kept')
  const seenWith = async (signed: string) =>
    (
      await look(
        app,
        addressIn(
          pictureOf(row, {
            id: alice.id,
            brand: 'adultcrush',
            isShownToFew: false,
            at: app.clock.now(),
            media: 'http://media.adultcrush.localhost:4321',
            secret: signed,
          }),
        ),
        alice,
      )
    ).status
  for (const forged of forgers()) expect(await seenWith(forged)).toBe(404)
  expect(await seenWith(secret())).toBe(200)
})

describe('a payment', () => {
  let sandbox: Awaited<ReturnType<typeof startSandbox>>
  beforeAll(async () => {
    sandbox = await startSandbox({ ...app.services.settings, port: await freePort() })
    app.services.settings.gateway = sandbox?.gateway ?? null
  })
  afterAll(() => sandbox?.stop())
  beforeEach(() => expect(sandbox).not.toBeNull())

  test('is reported by this demo’s sandbox alone', async () => {
    const { order } = await startsOrder(alice, 'ac-month')
    const state = async () => (await alice.calls(getBillingData, { query: { order } })).order?.state
    const guesses = [
      PUBLIC_GATEWAY,
      ...forgers().flatMap((forged) => [forged, derivedSecret(forged, 'sandbox gateway')]),
    ]
    for (const guessed of guesses)
      expect((await reports(app, eventOf(app, { order }), { secret: guessed })).status).toBe(403)
    expect(await state()).toBe('open')
    expect(
      (await reports(app, eventOf(app, { order }), { secret: sandbox?.gateway.secret ?? '' }))
        .status,
    ).toBe(200)
    expect(await state()).toBe('paid')
  })

  test('and its public key is no secret of ours, nor tells one', () => {
    const { publicApiKey = '', secret: ofGateway = '' } = sandbox?.gateway ?? {}
    expect(
      new Set([publicApiKey, ofGateway, secret(), app.services.settings.supportSecret]).size,
    ).toBe(4)
    expect(publicApiKey).not.toBe('sandbox')
  })
})

test('a second factor that was encrypted elsewhere is none here', () => {
  for (const forged of forgers())
    expect(
      decryptFactor(encryptFactor(DEMO_FACTOR, forged, alice.id), secret(), alice.id),
    ).toBeNull()
  expect(decryptFactor(encryptFactor(DEMO_FACTOR, secret(), alice.id), secret(), alice.id)).toBe(
    DEMO_FACTOR,
  )
})

describe('the secret of a demo', () => {
  const keptIn = ({ services: { db } }: TestApp) =>
    db.selectFrom('kept_settings').selectAll().where('name', '=', 'demo secret').execute()
  const again = async (of: TestApp) =>
    (await withSecrets(readSettings({ DATA_DIR: of.dataDir }), of.services.database)).sessionSecret

  test('is random, and the same for every process that starts there, also for many at once', async () => {
    expect(secret()).toMatch(/^[\w-]{43}$/)
    expect(secret()).not.toBe(elsewhere.services.settings.sessionSecret)
    expect(await again(app)).toBe(secret())
    const fresh = await startApp()
    const found =
      fresh.services.database.kind === 'postgres'
        ? await Promise.all(Array.from({ length: 20 }, () => again(fresh)))
        : [await again(fresh), await again(fresh)]
    expect(new Set(found).size).toBe(1)
    await fresh.close()
  })

  test('is where nobody else reads it: a file for its owner alone, or a row of the database and no file', async () => {
    const file = join(app.dataDir, 'demo-secret')
    if (app.services.database.kind === 'pglite') {
      expect(await readFile(file, 'utf8')).toBe(secret())
      expect((await stat(file)).mode & 0o777).toBe(0o600)
    } else {
      await expect(stat(file)).rejects.toThrow('ENOENT')
      expect(await keptIn(app)).toEqual([{ name: 'demo secret', value: secret() }])
    }
  })

  test('is not looked for where one is given, nor made in production', async () => {
    const given = { SESSION_SECRET: 'k8Vq2ZxY7mNpR4tW9bHc3LfJ6sDgA1eU' }
    const fresh = await startApp(given)
    expect(fresh.services.settings).toMatchObject({
      sessionSecret: given.SESSION_SECRET,
      supportSecret: derivedSecret(given.SESSION_SECRET, 'support links'),
    })
    const production = await withSecrets(
      readSettings({ ...given, RUN_AS: 'production', DATA_DIR: fresh.dataDir }),
      fresh.services.database,
    )
    expect(production).toMatchObject({ sessionSecret: given.SESSION_SECRET, supportSecret: null })
    expect(await keptIn(fresh)).toEqual([])
    await fresh.close()
  })
})
