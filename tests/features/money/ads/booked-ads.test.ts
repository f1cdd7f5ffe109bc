import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DAY, MINUTE } from '#lib/clock.ts'
import { trackEvent } from '#money/ads/ads.contract.ts'
import { changeBookedAds, listBookedAds } from '#money/ads/booked/booked-ads.contract.ts'
import { adReport } from '#money/ads/report/ad-report.contract.ts'
import { app, type Visitor, withApp } from '#tests/support/app.ts'
import {
  alice,
  asStaff,
  bob,
  type CastMember,
  eve,
  parametersFor,
  worksAs,
} from '#tests/support/cast.ts'
import { renderer, withRenderer } from '#tests/support/rendered.ts'

/** Ads that publishers place, beside those that a brand came with, change and end. */

withApp()
withRenderer()
let people: Record<'alice' | 'bob' | 'eve' | 'frank', CastMember>
beforeAll(async () => {
  const frank = await worksAs(app, 'Frank', { brand: 'wivesnow' })
  people = { alice: await alice(app), bob: await bob(app), eve: await eve(app), frank }
})
beforeEach(async () => {
  app.clock.advance(MINUTE)
  for (const { id, state } of await listed()) if (state !== 'ended') await ends(id)
  await app.db.deleteFrom('booked_ads').execute()
})

const day = (later: number) =>
  new Date(app.clock.now().getTime() + later * DAY).toISOString().slice(0, 10)
const content = () => ({
  link: 'https://dinner.example.org/menu',
  headline: 'Dinner for two',
  text: 'A table by the window.',
  action: 'Book it',
  picture: 'drawn:table',
  weight: 1,
  from: day(0),
  until: day(3),
})
type Content = ReturnType<typeof content>
const adds = (
  given: Partial<Content> & { brand?: string; slot?: string } = {},
  by = people.frank,
) =>
  by.calls(changeBookedAds, {
    body: { act: 'add', brand: 'adultcrush', slot: 'signOut', ...content(), ...given } as never,
  })
const changes = (
  { id, version }: { id: number; version: number },
  given: Partial<Content> = {},
  by = people.frank,
) => by.calls(changeBookedAds, { body: { act: 'change', id, version, ...content(), ...given } })
const ends = (id: number, by = people.frank) =>
  by.calls(changeBookedAds, { body: { act: 'end', id } })
const listed = async () => (await people.frank.calls(listBookedAds)).ads
const only = async () => {
  const [ad] = await listed()
  return ad ?? expect.fail('there is no ad')
}
const headlinesFor = async (who: Visitor) =>
  (await parametersFor(who)).advertisement.map(({ headline }) => headline)
const rows = () => app.db.selectFrom('booked_ads').selectAll().orderBy('id').execute()
const tracks = (ad: string, event: 'view' | 'click', by = people.alice) =>
  by.calls(trackEvent, { body: { ad, event } })

describe('an ad', () => {
  test('that a publisher places is among those of its brand at once, beside what that came with', async () => {
    const before = await headlinesFor(people.alice)
    expect(before).toHaveLength(4)
    expect(await adds()).toEqual({ ok: true, next: '/staff/content/ads?done=added' })
    expect(await headlinesFor(people.alice)).toEqual([...before, 'Dinner for two'])
    expect(await headlinesFor(people.bob)).not.toContain('Dinner for two')
    await adds({ brand: '', slot: 'page', headline: 'For all', link: 'site:wivesnow' })
    expect(await headlinesFor(people.alice)).toContain('For all')
    // It leads to Bob's own brand.
    expect(await headlinesFor(people.bob)).not.toContain('For all')
  })

  test('runs from its first day to the end of its last, and no longer', async () => {
    await adds({ from: day(1), until: day(2) })
    const states: Array<[string, boolean]> = []
    for (let n = 0; n < 4; n += 1) {
      states.push([
        (await only()).state,
        (await headlinesFor(people.alice)).includes('Dinner for two'),
      ])
      app.clock.advance(DAY)
      await asStaff(app, people.frank)
    }
    expect(states).toEqual([
      ['comes', false],
      ['runs', true],
      ['runs', true],
      ['over', false],
    ])
  })

  test('that is changed, or ended, is so for members at once', async () => {
    await adds()
    const { id, version } = await only()
    await changes({ id, version }, { headline: 'Supper', weight: 4, picture: 'drawn:rings' })
    expect(await headlinesFor(people.alice)).toContain('Supper')
    expect(await only()).toMatchObject({
      headline: 'Supper',
      weight: 4,
      image: { src: '/ads/rings.svg', alt: 'Two rings that hold each other' },
      added: { by: 'Frank' },
      changed: { by: 'Frank' },
      ended: null,
    })
    await ends(id)
    expect(await headlinesFor(people.alice)).not.toContain('Supper')
    expect(await only()).toMatchObject({ state: 'ended', ended: { by: 'Frank' } })
    await expect(ends(id)).rejects.toMatchObject({
      code: 'conflict',
      message: 'This ad was ended by Frank. Nothing was changed.',
    })
    await expect(changes(await only())).rejects.toMatchObject({ code: 'conflict' })
  })

  test('that two change at the same moment is as one of them left it, and the other is told who did', async () => {
    await adds()
    const grace = await worksAs(app, 'Grace', { brand: 'wivesnow' })
    const ad = await only()
    const both = await Promise.allSettled([
      changes(ad, { headline: 'By Frank', text: 'By Frank' }),
      changes(ad, { headline: 'By Grace', text: 'By Grace' }, grace),
    ])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const after = await only()
    const who = after.changed?.by ?? ''
    expect([after.headline, after.text]).toEqual([`By ${who}`, `By ${who}`])
    expect(both.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: {
        code: 'conflict',
        message: expect.stringContaining(`was changed by ${who} after you opened it`),
      },
    })
    const twice = await Promise.allSettled([ends(ad.id), ends(ad.id, grace)])
    expect(twice.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })

  test('is counted by views and clicks of nobody, and no more once it is ended', async () => {
    await adds()
    const { id } = await only()
    for (const event of ['view', 'view', 'click'] as const) await tracks(`ad-${id}`, event)
    expect(await only()).toMatchObject({ views: 2, clicks: 1 })
    await asStaff(app, people.eve)
    const report = await people.eve.calls(adReport, { query: {} })
    expect(report.ads).toContainEqual({
      ...{ brand: 'adultcrush', ad: `ad-${id}`, headline: 'Dinner for two' },
      ...{ views: 2, clicks: 1 },
    })
    // It is no ad of Bob's brand.
    await expect(tracks(`ad-${id}`, 'view', people.bob)).rejects.toMatchObject({
      code: 'notFound',
    })
    await ends(id)
    await expect(tracks(`ad-${id}`, 'view')).rejects.toMatchObject({ code: 'notFound' })
    expect(await only()).toMatchObject({ views: 2, clicks: 1 })
  })

  test('is read of the database by the first page after a change, and by no other', async () => {
    const { remembered } = app.services
    const { of } = remembered
    let reads = 0
    remembered.of = (member, name, at, read) =>
      of(member, name, at, () => {
        if (name === 'ads') reads += 1
        return read()
      })
    const opens = async () => {
      for (let n = 0; n < 3; n += 1) {
        await headlinesFor(people.alice)
        await headlinesFor(people.bob)
      }
    }
    await adds()
    await opens()
    expect(reads).toBe(1)
    await ends((await only()).id)
    await opens()
    expect(reads).toBe(2)
    remembered.of = of
  })

  test.each<[string, Record<string, unknown>, string]>([
    ['a brand that there is not', { brand: 'nobrand' }, 'brand'],
    ['a brand without ads', { brand: 'xmeeting' }, 'brand'],
    ['a place that there is not', { slot: 'everywhere' }, 'slot'],
    ['a place that the brand does not have', { brand: 'wivesnow', slot: 'fullPage' }, 'slot'],
    ['the brand itself', { link: 'site:adultcrush' }, 'link'],
    ['no brand', { link: 'site:nobrand' }, 'link'],
    ['script', { link: 'javascript:alert(1)' }, 'link'],
    ['a machine in one’s own network', { link: 'http://10.0.0.1/' }, 'link'],
    ['no headline', { headline: ' ' }, 'headline'],
    ['a long headline', { headline: 'x'.repeat(61) }, 'headline'],
    ['a long text', { text: 'x'.repeat(161) }, 'text'],
    ['no words on its link', { action: '' }, 'action'],
    ['no picture', { picture: '' }, 'picture'],
    ['a file', { picture: 'drawn:../../logo' }, 'picture'],
    ['a picture that there is not', { picture: 'own:999' }, 'picture'],
    ['no turns', { weight: 0 }, 'weight'],
    ['all turns', { weight: 1000 }, 'weight'],
    ['half a turn', { weight: 1.5 }, 'weight'],
    ['a day that is over', { from: '2020-01-01', until: '2020-02-01' }, 'until'],
    ['a last day before its first', { from: '2026-12-24', until: '2026-12-23' }, 'until'],
    ['a day that there is not', { until: '2027-02-30' }, 'until'],
    ['a day far away', { until: '2999-01-01' }, 'until'],
  ])('with %s is refused beside its field', async (_, given, field) => {
    await expect(adds(given as never)).rejects.toMatchObject({
      code: 'invalid',
      errors: [{ field }],
    })
    expect(await rows()).toEqual([])
  })

  test('is a publisher’s alone, and each act is on record without a member', async () => {
    const editor = await worksAs(app, 'Ed', { brand: 'wivesnow', roles: ['editor'] })
    await expect(adds({}, editor)).rejects.toMatchObject({ code: 'otherRole' })
    await expect(adds({}, people.alice)).rejects.toMatchObject({ code: 'notFound' })
    await adds()
    const ad = await only()
    await expect(changes(ad, {}, editor)).rejects.toMatchObject({ code: 'otherRole' })
    await expect(ends(ad.id, editor)).rejects.toMatchObject({ code: 'otherRole' })
    await changes(ad)
    await ends(ad.id)
    const acts = await app.db
      .selectFrom('audit_log')
      .select(['actor_id', 'subject_id', 'action', 'details'])
      .where('action', 'in', ['money.addAd', 'money.changeAd', 'money.endAd'])
      .orderBy('id', 'desc')
      .limit(3)
      .execute()
    const by = { actor_id: people.frank.id, subject_id: null }
    const { link, from, until } = content()
    expect(acts).toEqual([
      { ...by, action: 'money.endAd', details: { ad: ad.id } },
      { ...by, action: 'money.changeAd', details: { ad: ad.id, link, from, until } },
      {
        ...by,
        action: 'money.addAd',
        details: { ad: ad.id, brand: 'adultcrush', slot: 'signOut', link, from, until },
      },
    ])
  })
})

describe('the page', () => {
  async function shows(who: CastMember, path: string, file: string, fields?: string[][]) {
    const headers = {
      Host: who.host,
      Origin: `http://${who.host}`,
      Cookie: [...who.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    }
    const posted = fields && { method: 'POST', body: new URLSearchParams(fields) }
    const answer = await app.frontDoor(
      new Request(`http://${who.host}${path}`, { headers, redirect: 'manual', ...posted }),
      '203.0.113.7',
      renderer.shows({ file }),
    )
    return { status: answer.status, html: await answer.text() }
  }
  const posts = (fields: Record<string, string>) =>
    shows(people.frank, '/staff/content/ad', 'form/booked-ad.astro', Object.entries(fields))
  const lists = (query = '') =>
    shows(people.frank, `/staff/content/ads${query}`, 'staff/content/ads.astro')
  const form = (more: Record<string, string> = {}) => ({
    ...{ ...content(), weight: '1' },
    ...{ act: 'add', brand: 'adultcrush', slot: 'signOut', ...more },
  })

  test('without script places an ad, or says beside the field why not, with what was typed', async () => {
    const refused = await posts(form({ link: 'http://10.0.0.1/' }))
    expect(refused.status).toBe(422)
    expect(refused.html).toMatch(/id="new-ad-link-error"[^>]*>[^<]*begins with https:/)
    expect(refused.html).toMatch(/value="http:\/\/10\.0\.0\.1\/"/)
    expect(refused.html).toMatch(/value="Dinner for two"/)
    expect(refused.html).toMatch(/<option value="signOut" selected/)
    expect((await posts(form())).status).toBe(303)
    const { html } = await lists('?done=added')
    expect(html).toContain('Placed. Whoever opens a page')
    expect(html).toMatch(/Dinner for two[\s\S]*leads to https:\/\/dinner\.example\.org\/menu/)
  })

  test('of a change that came too late keeps what was typed, and saves it the next time', async () => {
    await adds()
    const { id, version } = await only()
    const opened = await lists(`?change=${id}`)
    expect(opened.html).toMatch(new RegExp(`name="version" value="${version}"`))
    await changes({ id, version }, { headline: 'Of Grace' })
    const { status, html } = await posts(
      form({ act: 'change', id: `${id}`, version: `${version}`, headline: 'Of Frank' }),
    )
    expect(status).toBe(409)
    expect(html).toContain('Nothing of yours was saved.')
    expect(html).toMatch(/name="headline"[^>]*value="Of Frank"/)
    const next = /name="version" value="(\d+)"/.exec(html)?.[1] ?? ''
    const again = form({ act: 'change', id: `${id}`, version: next, headline: 'Of Frank' })
    expect((await posts(again)).status).toBe(303)
    expect((await only()).headline).toBe('Of Frank')
  })

  test('that a member signs out by shows it marked as an advertisement, once there is one', async () => {
    const signsOut = () => shows(people.alice, '/signOutAd', 'signOutAd.astro')
    expect((await signsOut()).status).toBe(404)
    await adds()
    const { status, html } = await signsOut()
    expect(status).toBe(200)
    const ad = /<aside[\s\S]*?<\/aside>/.exec(html)?.[0] ?? ''
    expect(ad).toMatch(/>Advertisement</)
    expect(ad).toMatch(/href="https:\/\/dinner\.example\.org\/menu"[^>]*rel="sponsored noopener/)
    expect(ad).toMatch(/src="\/ads\/table\.svg" alt="A table with a candle and two glasses"/)
    expect(ad).toContain('Dinner for two')
  })
})
