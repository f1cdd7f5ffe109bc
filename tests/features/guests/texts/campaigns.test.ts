import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createApp } from '#app.server.ts'
import { previewLinks, renderText } from '#guests/texts/previews/preview.contract.ts'
import { loadPublishedTexts, textsJob } from '#guests/texts/publishing/published-texts.server.ts'
import { publicationsJob } from '#guests/texts/publishing/schedule.server.ts'
import { listTexts } from '#guests/texts/texts.contract.ts'
import { startJobs } from '#jobs/worker.server.ts'
import { DAY, HOUR } from '#lib/clock.ts'
import { instantOf, localTimeOf } from '#lib/zoned-times.ts'
import { brandById } from '#sites/registry.ts'
import type { Brand } from '#sites/site.ts'
import { app, type TestApp } from '#tests/support/app.ts'
import { type CastMember } from '#tests/support/cast.ts'
import { aOneClickForm, anAffiliateForm, aRegistration } from '#tests/support/joining.ts'
import { renderer, withRenderer } from '#tests/support/rendered.ts'
import { changesSite, saves, editsText, people, refusal, textAt, withWriters } from './text-cast.ts'

/** Pages of a brand that people who write texts add: from the form to whoever joins by them. */

withWriters()
withRenderer()
let began = 0
// Back to where it was, for staff give their second factor twice a day.
afterEach(() => app.clock.advance(began - app.clock.now().getTime()))
beforeEach(() => {
  began = app.clock.now().getTime()
})

const NEW = 'promo/wivesnow/'
const PATH = 'promo/wivesnow/summer-2026.md'
const { timeZone } = brandById('wivesnow') as Brand
const words = {
  name: 'summer-2026',
  'matter-headline': 'A summer on {{name}}',
  'matter-button': 'Come in',
  'matter-leadsTo': 'register',
  body: 'Long **evenings**, and nobody asks.',
}
const day = (ahead: number) => localTimeOf(new Date(began + ahead * DAY), timeZone).slice(0, 10)

const save = (
  given: Record<string, string> = {},
  { by = people.eve, path = NEW, basis = null as number | null } = {},
) => saves({ path, basis, ...words, ...given }, by)
const publish = (revision: number, by = people.frank) =>
  changesSite({ act: 'publish', revision }, by)
const takesBack = (path = PATH) => changesSite({ act: 'remove', path })
const written = (path = PATH) => textAt(path)
const namesSaved = async () =>
  (await app.db.selectFrom('content_revisions').select('path').execute()).map(({ path }) => path)

type Opening = { id?: string; by?: CastMember; product?: Pick<TestApp, 'frontDoor'> }

/** What the front door answers with at an address of a brand. */
async function opens(address: string, { id = 'wivesnow', by, product = app }: Opening = {}) {
  const host = `www.${id}.localhost:4321`
  const headers = new Headers({ Host: host })
  if (by) headers.set('Cookie', `session=${by.cookies.get('session')}`)
  const [, , campaign = ''] = address.split('?')[0]?.split('/') ?? []
  const answer = await product.frontDoor(
    new Request(`http://${host}${address}`, { headers }),
    '203.0.113.7',
    renderer.shows({ file: 'live/promo/[campaign].astro', params: { campaign } }),
  )
  const html = await answer.text()
  return {
    status: answer.status,
    to: answer.headers.get('Location'),
    robots: answer.headers.get('X-Robots-Tag'),
    html,
    headline: /<h1[^>]*>\s*([\s\S]*?)\s*<\/h1>/.exec(html)?.[1],
  }
}
const UNKNOWN = '/promo/no-such-page'
const isNowhere = async (address: string, opening: Opening = {}) => {
  const [{ status, headline }, unknown] = [
    await opens(address, opening),
    await opens(UNKNOWN, opening),
  ]
  expect([address, status, headline]).toEqual([address, 404, 'Page not found'])
  expect([unknown.status, unknown.headline]).toEqual([404, 'Page not found'])
}

describe('a published campaign', () => {
  test('is a page of its brand, with /index too, and of no other brand', async () => {
    const revision = await save()
    await isNowhere('/promo/summer-2026')
    await publish(revision)
    for (const address of ['/promo/summer-2026', '/promo/summer-2026/index']) {
      const { status, headline, html } = await opens(address)
      expect([status, headline]).toEqual([200, 'A summer on WivesNow'])
      expect(html).toContain('<p>Long <strong>evenings</strong>, and nobody asks.</p>')
      expect(html).toMatch(/<a [^>]*href="#register"[^>]*>\s*Come in\s*<\/a>/)
      expect(html).toContain('data-brand="wivesnow"')
      expect(html).toContain('<meta name="robots" content="noindex">')
    }
    await isNowhere('/promo/summer-2026', { id: 'adultcrush' })
    await isNowhere('/promo/Summer-2026')
    await isNowhere('/wivesnow/promo/summer-2026')
  })

  test('has no script but those of every page of guests', async () => {
    await publish(await save())
    const scriptsOf = (html: string) =>
      [...html.matchAll(/<script[^>]*src="([^"?]*)/g)].map(([, src]) => src).toSorted()
    const { html } = await opens('/promo/summer-2026')
    const host = 'www.wivesnow.localhost:4321'
    const other = await app.frontDoor(
      new Request(`http://${host}/promo/oneClick`, { headers: { Host: host } }),
      '203.0.113.7',
      renderer.shows({
        file: 'brand/[site]/promo/oneClick.astro',
        params: { site: 'wivesnow' },
      }),
    )
    expect(scriptsOf(html)).not.toEqual([])
    expect(scriptsOf(html)).toEqual(scriptsOf(await other.text()))
  })

  test('sends members to the dashboard, who hear as little as guests of one that there is not', async () => {
    const member = { by: people.alice, id: 'adultcrush' }
    await isNowhere('/promo/summer-2026', member)
    await publish(await save({}, { path: 'promo/adultcrush/' }))
    expect(await opens('/promo/summer-2026', member)).toMatchObject({
      status: 302,
      to: '/dashboard',
    })
  })

  test('that is taken back answers as an unknown address, and comes back as it was', async () => {
    const revision = await save()
    await publish(revision)
    await takesBack()
    await isNowhere('/promo/summer-2026')
    expect((await written()).shown).toBe('nothing')
    await changesSite({ act: 'restore', revision })
    expect((await opens('/promo/summer-2026')).status).toBe(200)
  })

  test('says its new words at once', async () => {
    await publish(await save())
    const { writing } = await written()
    await publish(
      await save({ 'matter-headline': 'An autumn' }, { path: PATH, basis: writing?.basis ?? null }),
    )
    expect((await opens('/promo/summer-2026')).headline).toBe('An autumn')
  })

  test('reaches another process at once, and one that starts later', async () => {
    const { settings, database, clock, log } = app.services
    const running = await createApp({ settings, database, clock, log })
    const jobs = startJobs(running.services, [{ ...textsJob, period: HOUR }])
    await loadPublishedTexts(running.services)
    await publish(await save())
    const answers = async (product: Opening['product']) =>
      (await opens('/promo/summer-2026', { product })).status
    await expect.poll(() => answers(running)).toBe(200)
    expect(await answers(await createApp({ settings, database, clock, log }))).toBe(200)
    await takesBack()
    await expect.poll(() => answers(running)).toBe(404)
    await jobs.stop()
  })

  test('is published at a time', async () => {
    const revision = await save()
    const at = localTimeOf(new Date(began + 2 * HOUR), timeZone)
    await changesSite({ act: 'schedule', revision, at })
    const { run } = publicationsJob.start(app.services)
    const publishes = () => run(new AbortController().signal)
    await publishes()
    await isNowhere('/promo/summer-2026')
    app.clock.advance(2 * HOUR)
    await publishes()
    expect((await opens('/promo/summer-2026')).status).toBe(200)
  })
})

describe('days of a campaign', () => {
  test('begin and end at midnight by the clocks of its brand', async () => {
    await publish(await save({ 'matter-from': day(2), 'matter-until': day(3) }))
    const midnight = (ahead: number) => instantOf(`${day(ahead)}T00:00`, timeZone)?.getTime() ?? 0
    const goesTo = (moment: number) => app.clock.advance(moment - app.clock.now().getTime())
    await isNowhere('/promo/summer-2026')
    goesTo(midnight(2) - 1)
    await isNowhere('/promo/summer-2026/index')
    goesTo(midnight(2))
    expect((await opens('/promo/summer-2026')).status).toBe(200)
    goesTo(midnight(4) - 1)
    expect((await opens('/promo/summer-2026')).status).toBe(200)
    goesTo(midnight(4))
    await isNowhere('/promo/summer-2026')
    await isNowhere('/promo/summer-2026/index')
  })

  test('may be one, or only a first, or only a last', async () => {
    await publish(await save({ 'matter-from': day(0), 'matter-until': day(0) }))
    await publish(await save({ name: 'begun', 'matter-from': day(-3) }))
    await publish(await save({ name: 'goes-on', 'matter-until': '9999-12-31' }))
    await publish(await save({ name: 'over', 'matter-until': day(-1) }))
    for (const name of ['summer-2026', 'begun', 'goes-on'])
      expect([name, (await opens(`/promo/${name}`)).status]).toEqual([name, 200])
    await isNowhere('/promo/over')
  })
})

describe.each([
  ['register', '/registration/save', () => aRegistration({ username: 'Jana' })],
  ['oneClick', '/promo/oneClick', () => aOneClickForm()],
  ['affiliate', '/promo/Affiliate', () => anAffiliateForm()],
] as const)('whoever joins from one that leads to %s', (leadsTo, action, form) => {
  test('is remembered as of it, also without script', async () => {
    await publish(await save({ 'matter-leadsTo': leadsTo }))
    const { html } = await opens('/promo/summer-2026')
    const dialog = /<dialog[^>]*id="register"[\s\S]*?<\/dialog>/.exec(html)?.[0] ?? ''
    expect(dialog).toContain(`action="${action}"`)
    const hidden = Array.from(
      dialog.matchAll(/<input type="hidden" name="(\w+)"(?: value="([^"]*)")?/g),
      ([, name = '', value = '']) => [name, value] as const,
    )
    const email = `${leadsTo.toLowerCase()}@example.org`
    const body = new URLSearchParams(hidden.map(([name, value]) => [name, value]))
    for (const [name, value] of Object.entries({ ...form(), email }))
      for (const one of [value].flat()) body.append(name, one === true ? 'on' : String(one))
    const visitor = app.visitor('wivesnow')
    const answer = await visitor.visit(action, {
      method: 'POST',
      headers: { Origin: `http://${visitor.host}` },
      body,
    })
    expect([answer.status, answer.headers.get('Location')]).toEqual([303, '/dashboard'])
    const account = await app.db
      .selectFrom('accounts')
      .select(['brand', 'campaign_id', 'affiliate_id'])
      .where('email', '=', email)
      .executeTakeFirst()
    expect(account).toEqual({ brand: 'wivesnow', campaign_id: 'summer-2026', affiliate_id: null })
  })
})

describe('a new campaign', () => {
  test('is named by its headline where nobody names it', async () => {
    await save({ name: '', 'matter-headline': 'Half price, until May!' })
    expect(await namesSaved()).toEqual(['promo/wivesnow/half-price-until-may.md'])
    const { texts } = await people.eve.calls(listTexts, {
      query: { find: 'half price', site: 'wivesnow' },
    })
    expect(texts).toMatchObject([
      {
        title: 'Half price, until May!',
        address: '/promo/half-price-until-may',
        brands: ['wivesnow'],
        shown: 'nothing',
      },
    ])
  })

  test.each([
    'index',
    'Index',
    'oneClick',
    'oneclick',
    'ONECLICK',
    'Affiliate',
    'affiliate',
    'LoadingTemplate',
    'loadingtemplate',
    'landing',
  ])('is not named %s, as another page is', async (name) => {
    for (const path of [NEW, 'promo/adultcrush/']) {
      const { code, errors } = await refusal(save({ name }, { path }))
      expect([code, errors]).toEqual([
        'invalid',
        [{ field: 'name', message: expect.stringMatching(/this name/i) }],
      ])
    }
    expect(await namesSaved()).toEqual([])
  })

  test.each(['Summer', 'süß', 'a_b', 'a b', '../x', 'a/b', '2026', 'x'.repeat(81), '<b>', '%2e'])(
    'is not named %s',
    async (name) => {
      expect((await refusal(save({ name }))).errors).toMatchObject([{ field: 'name' }])
      expect(await namesSaved()).toEqual([])
    },
  )

  test.each(['constructor', 'to-string', '--a', 'x'.repeat(80)])(
    'may be named %s',
    async (name) => {
      await publish(await save({ name }))
      expect((await opens(`/promo/${name}`)).status).toBe(200)
    },
  )

  test.each([
    ['no headline', { 'matter-headline': '' }, 'matter-headline', /fill this in/],
    ['HTML in the headline', { 'matter-headline': 'A <b>summer</b>' }, 'matter-headline', /HTML/],
    ['HTML on the button', { 'matter-button': '<i>Go</i>' }, 'matter-button', /HTML/],
    ['too long a headline', { 'matter-headline': 'x'.repeat(81) }, 'matter-headline', /80/],
    ['too long a button', { 'matter-button': 'x'.repeat(41) }, 'matter-button', /40/],
    ['too long a text', { body: 'x'.repeat(2001) }, 'body', /2000/],
    ['no text', { body: '  ' }, 'body', /fill this in/],
    ['another way to join', { 'matter-leadsTo': 'elsewhere' }, 'matter-leadsTo', /./],
    ['a day that is none', { 'matter-from': '2026-02-30' }, 'matter-from', /2026-12-31/],
    [
      'an end before the start',
      { 'matter-from': '2026-07-02', 'matter-until': '2026-07-01' },
      'matter-until',
      /not before the first/,
    ],
  ] as const)('with %s is refused beside its field', async (_, given, field, message) => {
    const { code, errors } = await refusal(save(given))
    expect([code, errors]).toEqual([
      'invalid',
      [{ field, message: expect.stringMatching(message) }],
    ])
    expect(await namesSaved()).toEqual([])
  })

  test('as a file is read by the same rules', async () => {
    const file = (matter: string, body = 'Words.') =>
      editsText({ act: 'save', path: PATH, basis: null, text: `---\n${matter}\n---\n\n${body}\n` })
    const good = 'headline: One\nbutton: Go\nleadsTo: register'
    expect(
      (await refusal(file(`${good}\nfrom: 2026-07-02\nuntil: 2026-07-01`))).errors,
    ).toMatchObject([{ field: `${PATH}:6` }])
    expect((await refusal(file(good, 'x'.repeat(2001)))).message).toContain('2000')
    expect((await refusal(file(good, 'Of {{version}}.'))).message).toContain(
      'says nothing on WivesNow',
    )
    await file(good)
    expect(await namesSaved()).toEqual([PATH])
  })

  test.each(['promo/all/', 'promo/nobrand/'])('of %s is refused', async (path) => {
    expect((await refusal(save({}, { path }))).code).toBe('invalid')
    expect(await namesSaved()).toEqual([])
  })

  test('shows HTML in its text as text', async () => {
    await publish(await save({ body: 'Come <script>alert(1)</script> [in](javascript:x)' }))
    const { html } = await opens('/promo/summer-2026')
    expect(html).toContain('Come &lt;script&gt;alert(1)&lt;/script&gt; [in](javascript:x)')
  })

  test('of two editors who begin it at the same moment is that of one', async () => {
    const both = await Promise.allSettled([
      save({ body: 'Of Eve.' }),
      save({ body: 'Of Grace.' }, { by: people.grace }),
    ])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(both.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: {
        code: 'invalid',
        errors: [{ field: 'name', message: 'There is a campaign of this name already.' }],
      },
    })
    expect(await namesSaved()).toEqual([PATH])
  })

  test('does not go over one that is published, and may have a name that another brand uses', async () => {
    await publish(await save())
    expect((await refusal(save())).errors).toEqual([
      { field: 'name', message: 'There is a campaign of this name already.' },
    ])
    await publish(await save({ 'matter-headline': 'Of another' }, { path: 'promo/adultcrush/' }))
    expect((await opens('/promo/summer-2026')).headline).toBe('A summer on WivesNow')
    expect((await opens('/promo/summer-2026', { id: 'adultcrush' })).headline).toBe('Of another')
  })

  test('is published by nobody who wrote it, and written by no member', async () => {
    const revision = await save()
    expect((await refusal(publish(revision, people.eve))).code).toBe('forbidden')
    expect((await refusal(save({}, { by: people.alice }))).code).toBe('notFound')
    await isNowhere('/promo/summer-2026')
  })

  test('is shown while it is typed, before it has a name', async () => {
    const shown = await people.eve.calls(renderText, {
      body: { path: NEW, brand: 'wivesnow', ...words, name: '' },
    })
    expect(shown).toMatchObject({
      title: 'A summer on WivesNow',
      html: '<p>Long <strong>evenings</strong>, and nobody asks.</p>\n',
      button: 'Come in',
    })
    expect(await namesSaved()).toEqual([])
  })

  test('is on its own page for whoever has the link to the draft, whatever its days', async () => {
    const revision = await save({ 'matter-from': day(9) })
    const { links } = await people.eve.calls(previewLinks, { query: { revision } })
    expect(links.map(({ site }) => site)).toEqual(['wivesnow'])
    const { pathname, search } = new URL(links[0]?.url ?? '')
    expect(pathname).toBe('/promo/summer-2026')
    expect(await opens(pathname + search)).toMatchObject({
      status: 200,
      headline: 'A summer on WivesNow',
      robots: 'noindex',
    })
    await isNowhere('/promo/summer-2026')
    await isNowhere('/promo/summer-2026?preview=forged')
    await isNowhere(`/promo/other${search}`)
  })
})

describe('where staff write', () => {
  async function staffPage(address: string, file: string) {
    const headers = {
      Host: people.eve.host,
      Cookie: `session=${people.eve.cookies.get('session')}`,
    }
    const answer = await app.frontDoor(
      new Request(`http://${people.eve.host}${address}`, { headers }),
      '203.0.113.7',
      renderer.shows({ file: `staff/content/${file}.astro` }),
    )
    return { status: answer.status, html: await answer.text() }
  }
  const editor = (path: string) =>
    staffPage(`/staff/content/edit?path=${encodeURIComponent(path)}`, 'edit')

  test('the list leads to a new one of the brand that it is filtered by', async () => {
    const { html } = await staffPage('/staff/content?site=wivesnow', 'index')
    expect(html).toMatch(/<option value="promo\/wivesnow\/" selected[^>]*>\s*WivesNow/)
    expect(html).toContain('Write a campaign')
  })

  test('the form asks for all that a campaign has, and for a name only as long as it is new', async () => {
    const fresh = await editor(NEW)
    expect(fresh.html).toMatch(/<h1[^>]*>A new campaign<\/h1>/)
    const names = ['headline', 'button', 'leadsTo', 'from', 'until'].map((key) => `matter-${key}`)
    for (const name of [...names, 'name', 'body']) expect(fresh.html).toContain(`name="${name}"`)
    expect(fresh.html).toMatch(/<option value="register" selected/)
    await save()
    const { html } = await editor(PATH)
    expect(html).not.toContain('name="name"')
    expect((await editor('promo/all/')).status).toBe(404)
    expect((await editor('promo/nobrand/')).status).toBe(404)
  })

  test('its history says that taking it back leaves nothing', async () => {
    await publish(await save())
    const { html } = await staffPage(`/staff/content/text?path=${encodeURIComponent(PATH)}`, 'text')
    expect(html).not.toContain('the text for all brands')
  })
})
