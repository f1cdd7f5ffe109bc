import { beforeEach, describe, expect, test } from 'vitest'
import { brandById } from '#sites/registry.ts'
import type { Brand } from '#sites/site.ts'
import { app, withApp } from '#tests/support/app.ts'
import { type CastMember, joins } from '#tests/support/cast.ts'

/** Which version of a brand's terms somebody accepted is known, and a new one asks again. */

const NEWER = '2027-01-01'
const newTerms = (version: string, body = 'As before, and more.') => ({
  path: 'legal/all/terms.md',
  text: `---\ntitle: Terms of use\nversion: ${version}\nchanges: There is more.\nreview: pending\n---\n${body}\n`,
})

withApp()
let number = 0
let alice: CastMember
beforeEach(async () => {
  app.services.texts.publish([])
  alice = await joins(app, { brand: 'adultcrush', username: `Alice${(number += 1)}` })
})

const browse = (member: CastMember) => member.request('/search/users')
const accept = (member: CastMember, version: string) =>
  member.send('POST /site/acceptTerms', { body: { version } })
const accepted = (member: CastMember) =>
  app.db
    .selectFrom('terms_acceptances')
    .select(['brand', 'version', 'accepted_at'])
    .where('account_id', '=', member.id)
    .orderBy('accepted_at')
    .orderBy('version')
    .execute()

test('whoever joins has accepted the version of that day', async () => {
  const version = app.services.texts.library().termsVersion(brandById('adultcrush') as Brand)
  expect(await accepted(alice)).toEqual([
    { brand: 'adultcrush', version, accepted_at: app.clock.now() },
  ])
  expect((await browse(alice)).status).toBe(200)
})

describe('a new version', () => {
  beforeEach(() => void app.services.texts.publish([newTerms(NEWER)]))

  test('asks again: until then members’ calls are refused, and their pages lead to the dashboard', async () => {
    const refused = await browse(alice)
    expect(refused.status).toBe(403)
    expect(await refused.json()).toMatchObject({
      code: 'onboarding',
      detail: expect.stringContaining('accept our terms'),
    })
    expect((await alice.visit('/messages')).headers.get('Location')).toBe('/dashboard')
    expect(await (await alice.visit('/dashboard')).text()).toBe('page:/dashboard')
  })

  test('is accepted once, however often it is said, and opens everything again', async () => {
    const before = await accepted(alice)
    await Promise.all([accept(alice, NEWER), accept(alice, NEWER), accept(alice, NEWER)])
    expect(await accepted(alice)).toEqual([
      ...before,
      { brand: 'adultcrush', version: NEWER, accepted_at: app.clock.now() },
    ])
    expect((await browse(alice)).status).toBe(200)
  })

  test('is accepted by a form without script', async () => {
    const form = new URLSearchParams({ version: NEWER })
    const answer = await alice.visit('/site/acceptTerms', {
      method: 'POST',
      body: form,
      headers: { Origin: `http://${alice.host}` },
    })
    expect([answer.status, answer.headers.get('Location')]).toEqual([303, '/dashboard'])
    expect((await browse(alice)).status).toBe(200)
  })

  test('is not accepted by who was shown another', async () => {
    await expect(accept(alice, '2026-11-01')).rejects.toMatchObject({ status: 409 })
    await expect(accept(alice, '2099-01-01')).rejects.toMatchObject({ status: 409 })
    await expect(accept(alice, 'the newest')).rejects.toMatchObject({ status: 422 })
    expect((await browse(alice)).status).toBe(403)
  })

  test('is accepted by nobody who is not signed in', async () => {
    await expect(
      app.visitor('adultcrush').send('POST /site/acceptTerms', { body: { version: NEWER } }),
    ).rejects.toMatchObject({ status: 401 })
  })

  test('may be that of the privacy policy', async () => {
    const { text, path } = newTerms(NEWER)
    app.services.texts.publish([{ path: path.replace('terms', 'privacy'), text }])
    expect((await browse(alice)).status).toBe(403)
  })

  test('that is taken back asks nobody again', async () => {
    await accept(alice, NEWER)
    app.services.texts.publish([])
    expect((await browse(alice)).status).toBe(200)
  })
})

test('a text that is only put right asks nobody', async () => {
  const [{ version } = { version: '' }] = await accepted(alice)
  app.services.texts.publish([newTerms(version, 'Without the typing error.')])
  expect((await browse(alice)).status).toBe(200)
})

test('a member of one brand is asked on their first visit to another, and stays accepted at home', async () => {
  const visitor = app.visitor('wivesnow', { ip: '203.0.113.50' })
  await visitor.send('POST /site/signin', {
    body: { login: alice.username, password: 'correct horse battery' },
  })
  const abroad = { ...visitor, id: alice.id, username: alice.username }
  expect((await browse(abroad)).status).toBe(403)
  await accept(abroad, app.services.texts.library().termsVersion(brandById('wivesnow') as Brand))
  expect((await browse(abroad)).status).toBe(200)
  expect((await browse(alice)).status).toBe(200)
  expect((await accepted(alice)).map(({ brand }) => brand).toSorted()).toEqual([
    'adultcrush',
    'wivesnow',
  ])
})

test('getParameters serves the texts of the pages, with their version', async () => {
  const parameters = (await (await alice.request('/site/getParameters')).json()) as Record<
    string,
    unknown
  >
  const library = app.services.texts.library()
  const brand = brandById('adultcrush') as Brand
  for (const [list, name] of [
    ['terms', 'terms'],
    ['privacyPolicy', 'privacy'],
    ['cookiePolicy', 'cookiePolicy'],
    ['notice2257', '2257Notice'],
  ] as const) {
    const { title, version, html } = library.legal(name, brand)
    expect(parameters[list]).toEqual([{ title, version, html, path: `/site/${name}` }])
  }
})
