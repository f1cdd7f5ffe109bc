import type { IncomingMessage } from 'node:http'
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DAY, MINUTE } from '#lib/clock.ts'
import {
  getAffiliate,
  getOwnAffiliate,
  listAffiliates,
} from '#money/affiliates/affiliates.contract.ts'
import { arrivalJob } from '#money/affiliates/arrivals/arrivals.server.ts'
import { codesIn } from '#money/affiliates/arrivals/codes.ts'
import {
  affiliateSeen,
  agrees,
  changesAffiliate,
  hasAffiliate,
  shareTerms,
  twoOwners,
  waitingFor,
  workOn,
} from '#tests/support/affiliates.ts'
import { app, withApp } from '#tests/support/app.ts'
import type { CastMember } from '#tests/support/cast.ts'
import { givesRoles } from '#tests/support/cast.ts'
import { renderer, withRenderer } from '#tests/support/rendered.ts'

/** Who sends people here: their codes, terms, campaigns, and who came by them. */

withApp()
withRenderer()
let owners: [CastMember, CastMember]
beforeAll(async () => {
  owners = await twoOwners(app)
})
beforeEach(async () => {
  app.clock.advance(61 * MINUTE)
  await workOn(app, owners)
})

let count = 0
async function joinsBy(
  query: Record<string, string>,
  email = `sent-${(count += 1)}@example.org`,
): Promise<{ source: string; affiliate_id: string | null } | undefined> {
  const visitor = app.visitor('adultcrush', { ip: `198.18.${count}.7` })
  await visitor.send('POST /promo/oneClick', {
    body: {
      gender: 'woman',
      lookingFor: ['man'],
      email,
      birthday: '1990-05-17',
      country: 'GB',
      acceptTerms: true,
      acceptSensitiveData: true,
      ...query,
    },
  })
  return app.db
    .selectFrom('accounts')
    .select(['source', 'affiliate_id'])
    .where('email', '=', email)
    .executeTakeFirst()
}

describe('the codes of a link', () => {
  test('are taken each by itself, and 10 kB, rubbish and other kinds are none', () => {
    expect(
      codesIn({ affiliateId: 'partner-7', subid: 'x'.repeat(10_000), campaignId: 12, more: 'x' }),
    ).toEqual({ affiliateId: 'partner-7', campaignId: '12' })
    expect(codesIn({ affiliateId: 'a b', subid: 'me@example.org', campaignId: 'Spring' })).toEqual(
      {},
    )
    expect(codesIn({ affiliateId: ['a'], subid: { toString: 'a' }, campaignId: null })).toEqual({})
  })
})

describe('who joins', () => {
  test('by a known code is of that affiliate; by an unknown one, or none, of nobody', async () => {
    await hasAffiliate(owners, 'known-1')
    expect(await joinsBy({ affiliateId: 'known-1' })).toEqual({
      source: 'known-1',
      affiliate_id: 'known-1',
    })
    expect(await joinsBy({ affiliateId: 'of-nobody' })).toEqual({
      source: '',
      affiliate_id: 'of-nobody',
    })
    expect(await joinsBy({})).toEqual({ source: '', affiliate_id: null })
  })

  test('with the affiliate’s own address, also with a tag, is of nobody', async () => {
    await hasAffiliate(owners, 'own-link')
    const link = { affiliateId: 'own-link' }
    expect((await joinsBy(link, 'own-link+me@partners.example'))?.source).toBe('')
    expect((await affiliateSeen(owners[0], 'own-link')).others.joins).toBe(0)
  })

  test('by an affiliate that has ended is of nobody', async () => {
    const id = await hasAffiliate(owners, 'ended-1')
    await changesAffiliate(owners[0], { act: 'end', id })
    expect((await joinsBy({ affiliateId: 'ended-1' }))?.source).toBe('')
    await expect(
      changesAffiliate(owners[0], { act: 'terms', id, ...shareTerms }),
    ).rejects.toMatchObject({ code: 'conflict' })
  })

  test('is counted for a campaign of the affiliate, and for none where it is somebody else’s', async () => {
    const [one, other] = [
      await hasAffiliate(owners, 'camp-1'),
      await hasAffiliate(owners, 'camp-2'),
    ]
    for (const [id, campaign] of [
      [one, 'spring'],
      [other, 'autumn'],
    ] as const)
      await changesAffiliate(owners[0], {
        act: 'addCampaign',
        id,
        campaign,
        title: 'A season',
        brand: 'wivesnow',
        path: '/promo/Affiliate',
      })
    await joinsBy({ affiliateId: 'camp-1', campaignId: 'spring' })
    await joinsBy({ affiliateId: 'camp-1', campaignId: 'autumn' })
    const { campaigns, others } = await affiliateSeen(owners[0], 'camp-1')
    expect(campaigns).toMatchObject([
      {
        code: 'spring',
        joins: 1,
        link: 'https://www.wivesnow.example/promo/Affiliate?affiliateId=camp-1&campaignId=spring&subid=',
      },
    ])
    expect(others.joins).toBe(1)
  })
})

describe('terms', () => {
  test('count once another owner agreed, never by who asked, and once', async () => {
    const [olga, otto] = owners
    await changesAffiliate(olga, {
      act: 'add',
      code: 'two-1',
      name: 'Two',
      email: 'two@partners.example',
    })
    const { id } = await affiliateSeen(olga, 'two-1')
    await changesAffiliate(olga, {
      act: 'terms',
      id,
      model: 'first',
      amount: '30,50',
      currency: 'USD',
      holdDays: 30,
      minimum: '50',
    })
    expect(await affiliateSeen(olga, 'two-1')).toMatchObject({
      terms: null,
      asked: {
        by: 'Olga',
        words:
          'US$30.50 for each member’s first payment; held for 30 days; paid out from US$50.00 on',
      },
    })
    await expect(changesAffiliate(otto, { act: 'terms', id, ...shareTerms })).rejects.toMatchObject(
      { code: 'conflict' },
    )
    const asked = (await waitingFor(otto)).find(({ username }) => username.includes('two-1'))
    expect(asked).toMatchObject({
      kind: 'terms',
      accountId: null,
      href: '/staff/affiliate/two-1',
      isOwn: false,
    })
    await expect(agrees(olga, 'terms', asked?.id ?? 0)).rejects.toMatchObject({
      code: 'forbidden',
    })
    // At the same moment: one of them decides.
    const answers = await Promise.allSettled([
      agrees(otto, 'terms', asked?.id ?? 0),
      agrees(otto, 'terms', asked?.id ?? 0, 'refused'),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })

  test.each([
    [{ currency: 'SEK' }, 'currency', 'No brand sells anything in this currency.'],
    [{ percent: 0 }, 'percent', 'Please say which share they get.'],
    [{ months: 0 }, 'months', 'Please say for how many months.'],
    [{ model: 'join' }, 'amount', 'Please say how much they get for each.'],
    [{ minimum: '-5' }, 'minimum', 'Please give a sum such as 12.50.'],
    [{ holdDays: 1000 }, 'holdDays', 'Please give a whole number of days up to 180.'],
  ])('with %j are refused in words', async (wrong, field, message) => {
    const { id } = await affiliateSeen(owners[0], 'known-1')
    await expect(
      changesAffiliate(owners[0], { act: 'terms', id, ...shareTerms, ...wrong }),
    ).rejects.toMatchObject({ status: 422, errors: [{ field, message }] })
  })

  test('are asked for by owners alone', async () => {
    const { eve } = await import('#tests/support/cast.ts')
    const staff = await eve(app)
    await givesRoles(app, staff, ['lead', 'support'])
    await expect(
      changesAffiliate(staff, { act: 'add', code: 'x1', name: 'X', email: 'x@x.example' }),
    ).rejects.toMatchObject({ code: 'otherRole' })
    expect((await waitingFor(staff)).filter(({ kind }) => kind === 'terms')).toEqual([])
    await expect(agrees(staff, 'terms', 1)).rejects.toMatchObject({ code: 'forbidden' })
  })

  test('and each other act stand in the audit log', async () => {
    const acts = await app.db
      .selectFrom('audit_log')
      .select('action')
      .where('action', 'like', 'money.%')
      .distinct()
      .execute()
    expect(acts.map(({ action }) => action).toSorted()).toEqual([
      'money.affiliate.add',
      'money.affiliate.addCampaign',
      'money.affiliate.end',
      'money.affiliate.terms',
      'money.decideAffiliateTerms',
    ])
  })
})

describe('arrivals', () => {
  const cross = { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Dest': 'document' }
  const opens = (path: string, headers: Record<string, string> = cross) =>
    app.visitor('adultcrush').visit(path, { headers })

  async function countedIn(visits: () => Promise<unknown>): Promise<Record<string, number>> {
    const before = await arrivalsOf()
    const job = arrivalJob.start(app.services)
    await visits()
    await job.run(new AbortController().signal)
    await job.close?.()
    const after = await arrivalsOf()
    return Object.fromEntries(
      Object.entries(after).filter(([key, value]) => value !== (before[key] ?? 0)),
    )
  }
  async function arrivalsOf(): Promise<Record<string, number>> {
    const rows = await app.db
      .selectFrom('affiliate_days')
      .innerJoin('affiliates', 'affiliates.id', 'affiliate_days.affiliate_id')
      .select(['code', 'campaign', sql<number>`sum(arrivals)::int`.as('arrivals')])
      .groupBy(['code', 'campaign'])
      .execute()
    return Object.fromEntries(rows.map((row) => [`${row.code}/${row.campaign}`, row.arrivals]))
  }

  test('are counted by code and campaign, without a cookie, and wrong codes for nobody', async () => {
    const found = await countedIn(async () => {
      const answers = await Promise.all([
        opens('/?affiliateId=camp-1&campaignId=spring'),
        opens('/promo/Affiliate?affiliateId=camp-1&campaignId=spring&subid=a'),
        opens('/?affiliateId=camp-1&campaignId=autumn'),
        opens('/?affiliateId=of-nobody'),
        opens('/'),
      ])
      for (const answer of answers) expect(answer.headers.getSetCookie()).toEqual([])
    })
    expect(found).toEqual({ 'camp-1/spring': 2, 'camp-1/': 1 })
    const entries = await app.db
      .selectFrom('figure_entries')
      .select(['source', 'detail', 'count'])
      .where('measure', '=', 'arrival')
      .orderBy('source')
      .orderBy('detail')
      .execute()
    expect(entries).toEqual([
      { source: '', detail: '', count: 2 },
      { source: 'camp-1', detail: '', count: 1 },
      { source: 'camp-1', detail: 'spring', count: 2 },
    ])
  })

  test.each([
    ['from a page of ours', { 'Sec-Fetch-Site': 'same-origin' }],
    ['in a frame', { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Dest': 'iframe' }],
    ['by a program that says so', { 'User-Agent': 'Examplebot/1.0 (+https://bot.example)' }],
    [
      'from a page of ours, by an older browser',
      { Referer: 'http://www.adultcrush.localhost:4321/site/about' },
    ],
  ])('are not counted %s', async (_, headers) => {
    expect(await countedIn(() => opens('/?affiliateId=camp-1', headers))).toEqual({})
  })

  test('are counted of pages from memory, too, which the front door does not see', async () => {
    const asks = (url: string, host = 'www.adultcrush.localhost:4321') =>
      app.noteGuest({
        method: 'GET',
        url,
        headers: { host, 'sec-fetch-site': 'none' },
      } as unknown as IncomingMessage)
    const found = await countedIn(async () => {
      asks('/?affiliateId=camp-1&campaignId=spring')
      asks('/promo/Affiliate')
      asks('/?affiliateId=camp-1', 'www.nobody.example')
    })
    expect(found).toEqual({ 'camp-1/spring': 3 })
  })

  test('are said to other rooms, for all brands and sources together', async () => {
    const { arrived } = await import('#money/affiliates/events.ts')
    const said: unknown[] = []
    const job = arrivalJob.start({
      ...app.services,
      say: async (_, event, what) => void (event === arrived && said.push(what)),
    })
    await opens('/?affiliateId=camp-1')
    await opens('/?affiliateId=camp-1')
    await opens('/?affiliateId=of-nobody')
    await opens('/site/about', {})
    await job.run(new AbortController().signal)
    await job.close?.()
    expect(said).toEqual([
      { brand: 'adultcrush', source: '', campaign: '', count: 2, at: app.clock.now() },
      { brand: 'adultcrush', source: 'camp-1', campaign: '', count: 2, at: app.clock.now() },
    ])
  })
})

describe('the pages', () => {
  const shows = async (by: CastMember, path: string, file: string, form?: string[][]) => {
    const answer = await app.frontDoor(
      new Request(`http://www.adultcrush.localhost:4321${path}`, {
        redirect: 'manual',
        headers: {
          Host: 'www.adultcrush.localhost:4321',
          Origin: 'http://www.adultcrush.localhost:4321',
          Cookie: [...by.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        },
        ...(form ? { method: 'POST', body: new URLSearchParams(form) } : {}),
      }),
      '203.0.113.9',
      renderer.shows({
        file,
        ...(path.startsWith('/staff/affiliate/')
          ? { params: { code: path.split('/')[3]?.split('?')[0] ?? '' } }
          : {}),
      }),
    )
    return { status: answer.status, html: await answer.text(), to: answer.headers.get('Location') }
  }

  test('list all, and a refused form is shown where it stands, with what was typed', async () => {
    const [olga] = owners
    const { affiliates } = await olga.calls(listAffiliates)
    await expect(olga.calls(getAffiliate, { params: { code: 'nobody' } })).rejects.toMatchObject({
      code: 'notFound',
    })
    expect(affiliates.find(({ code }) => code === 'camp-1')).toMatchObject({ joins: 2 })
    const list = await shows(olga, '/staff/affiliates', 'staff/affiliates.astro')
    expect(list.html).toContain('href="/staff/affiliate/camp-1"')
    const add = await shows(olga, '/staff/affiliate', 'form/affiliates.astro', [
      ['act', 'add'],
      ['code', 'camp-1'],
      ['name', 'Typed name'],
      ['email', 'typed@partners.example'],
    ])
    expect(add.status).toBe(422)
    expect(add.html).toMatch(/id="affiliate-code-error"[^>]*>[^<]*somebody’s/)
    expect(add.html).toContain('value="Typed name"')
    const { id } = await affiliateSeen(olga, 'camp-1')
    const own = [
      ['id', String(id)],
      ['affiliate', 'camp-1'],
    ]
    const wrong = await shows(olga, '/staff/affiliate', 'form/affiliates.astro', [
      ['act', 'postbackUrl'],
      ['url', 'http://partners.example/?s={subid}'],
      ...own,
    ])
    expect(wrong.status).toBe(422)
    expect(wrong.html).toMatch(/id="postbackUrl-url-error"[^>]*>[^<]*https:/)
    expect(wrong.html).toContain('value="http://partners.example/?s={subid}"')
    const saved = await shows(olga, '/staff/affiliate', 'form/affiliates.astro', [
      ['act', 'postbackUrl'],
      ['url', 'https://partners.example/?s={subid}'],
      ...own,
    ])
    expect([saved.status, saved.to]).toEqual([303, '/staff/affiliate/camp-1?done=postbackUrl'])
  })

  test('of an affiliate opens by its signed address alone, sets no cookie and is no page of search engines', async () => {
    const [olga] = owners
    const { id, page } = await affiliateSeen(olga, 'camp-1')
    const visitor = app.visitor('adultcrush')
    const key = page.split('/').at(-1) ?? ''
    const own = (given: string) => visitor.calls(getOwnAffiliate, { params: { key: given } })
    const seen = await own(key)
    expect(seen).toMatchObject({ code: 'camp-1', campaigns: [{ code: 'spring' }] })
    expect(Object.keys(seen)).not.toContain('secret')
    const answer = await app.frontDoor(
      new Request(page, {
        headers: { Host: 'www.adultcrush.localhost:4321' },
      }),
      '203.0.113.9',
      renderer.shows({ file: 'affiliates/[key].astro', params: { key } }),
    )
    const html = await answer.text()
    expect(answer.headers.getSetCookie()).toEqual([])
    expect(html).toMatch(/<meta name="robots" content="noindex/)
    expect(html).toContain('affiliateId=camp-1')
    await expect(own(`${id + 1}${key.slice(key.indexOf('-'))}`)).rejects.toMatchObject({
      code: 'notFound',
    })
    await changesAffiliate(olga, { act: 'newPage', id })
    await expect(own(key)).rejects.toMatchObject({ code: 'notFound' })
  })

  test('say what the rules against fraud noticed of those whom an affiliate sent', async () => {
    const { db } = app
    const sent = await db
      .selectFrom('accounts')
      .select('id')
      .where('source', '=', 'camp-1')
      .execute()
    await db
      .insertInto('rule_hits')
      .values({
        rule: 'copies',
        account_id: sent[0]?.id ?? 0,
        day: '2026-11-20',
        features: '{}',
        shadow: false,
        at: app.clock.now(),
      })
      .execute()
    expect((await affiliateSeen(owners[0], 'camp-1')).signs).toEqual({
      joined: 2,
      noticed: 1,
      closed: 0,
    })
  })
})

test('numbers of more than 30 days ago are not among those of 30 days', async () => {
  app.clock.advance(40 * DAY)
  await workOn(app, owners)
  expect((await affiliateSeen(owners[0], 'camp-1')).others).toEqual({
    arrivals: 0,
    joins: 0,
    confirmed: 0,
  })
})
