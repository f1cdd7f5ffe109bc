import { expect, test } from 'vitest'
import { cookies } from '#content/cookies.ts'
import { issueGrant } from '#core/accounts/mailed-links/grants.server.ts'
import { app, withApp } from '#tests/support/app.ts'
import { joins, PASSWORD } from '#tests/support/cast.ts'
import { gatewaySettings } from '#tests/support/gateway.ts'

/** What a visitor's browser is given to keep, and only what the cookie policy says. */

withApp(gatewaySettings)

const SENT = { affiliateId: 'partner-7', subid: 'a b', campaignId: '12' }

test('who says to be of age is not asked again on this brand, on any of its hosts', async () => {
  const visitor = app.visitor('adultcrush')
  const answer = await visitor.request('/site/confirmAdult', {
    method: 'POST',
    body: '{}',
    headers: { 'Content-Type': 'application/json' },
  })
  expect(answer.headers.getSetCookie()).toEqual([
    'adult=yes; Max-Age=15552000; Domain=adultcrush.localhost; Path=/; SameSite=Lax',
  ])
})

test('nothing optional is set before it is allowed, nor by a visit, nor by signing in', async () => {
  const visitor = app.visitor('adultcrush')
  await joins(app, { brand: 'adultcrush', username: 'Ines' })
  await visitor.visit('/?affiliateId=partner-7')
  await visitor.visit('/promo/Affiliate?affiliateId=partner-7&subid=x')
  await visitor.send('POST /site/signin', { body: { login: 'Ines', password: PASSWORD } })
  const optional = cookies.filter((cookie) => cookie.optional).map(({ name }) => name)
  expect(optional).not.toEqual([])
  expect([...visitor.cookies.keys()].filter((name) => optional.includes(name))).toEqual([])
})

test('allowed, who led somebody here is remembered, and what is no code is left out', async () => {
  const visitor = app.visitor('adultcrush')
  await visitor.send('POST /site/chooseCookies', { body: { choice: 'all', ...SENT } })
  expect(visitor.cookies.get('cookies')).toBe('all')
  expect(decodeURIComponent(visitor.cookies.get('from') ?? '')).toBe(
    'affiliateId=partner-7&campaignId=12',
  )
})

test('refused, it is as easily taken back', async () => {
  const visitor = app.visitor('adultcrush')
  await visitor.send('POST /site/chooseCookies', {
    body: { choice: 'all', affiliateId: 'partner-7' },
  })
  await visitor.send('POST /site/chooseCookies', {
    body: { choice: 'needed', affiliateId: 'partner-7' },
  })
  expect([...visitor.cookies]).toEqual([['cookies', 'needed']])
})

test('allowing without having come by a link sets nothing but the choice', async () => {
  const visitor = app.visitor('adultcrush')
  await visitor.send('POST /site/chooseCookies', { body: { choice: 'all' } })
  expect([...visitor.cookies]).toEqual([['cookies', 'all']])
})

test('a choice that is none is refused, and nothing set', async () => {
  const visitor = app.visitor('adultcrush')
  await expect(
    visitor.send('POST /site/chooseCookies', { body: { choice: 'everything' as 'all' } }),
  ).rejects.toMatchObject({ status: 422 })
  expect(visitor.cookies.size).toBe(0)
})

test('without script, a form does the same and leads back to the policy', async () => {
  const visitor = app.visitor('adultcrush')
  const answer = await visitor.visit('/site/chooseCookies', {
    method: 'POST',
    body: new URLSearchParams({ choice: 'needed' }),
    headers: { Origin: `http://${visitor.host}` },
  })
  expect([answer.status, answer.headers.get('Location')]).toEqual([303, '/site/cookiePolicy#saved'])
  expect(visitor.cookies.get('cookies')).toBe('needed')
})

test('what is remembered counts when somebody joins later; a forged cookie counts for nothing', async () => {
  const remembered = async (username: string, from: string) => {
    const visitor = app.visitor('adultcrush', { ip: `203.0.113.${username.length + 90}` })
    visitor.cookies.set('from', from)
    const body = {
      gender: 'woman',
      lookingFor: ['man'],
      username,
      email: `${username}@example.org`,
      password: 'four words in a row',
      birthday: '1990-05-17',
      country: 'GB',
      place: 'Bath',
      acceptTerms: true,
      acceptSensitiveData: true,
    } as const
    await visitor.send('POST /registration/save', { body: { ...body, lookingFor: ['man'] } })
    return app.db
      .selectFrom('accounts')
      .select(['affiliate_id', 'subid', 'campaign_id'])
      .where('username', '=', username)
      .executeTakeFirst()
  }
  expect(
    await remembered('Jana', encodeURIComponent('affiliateId=partner-7&campaignId=12')),
  ).toEqual({
    affiliate_id: 'partner-7',
    subid: null,
    campaign_id: '12',
  })
  for (const [username, forged] of [
    ['Katja', '%'],
    ['Lenore', '%zz'],
    ['Marlene', encodeURIComponent('affiliateId=a b\u0000&campaignId=-4')],
  ] as const) {
    expect(await remembered(username, forged)).toEqual({
      affiliate_id: null,
      subid: null,
      campaign_id: null,
    })
  }
})

test('the cookie policy names every cookie that is ever set, and no other', async () => {
  const visitor = app.visitor('adultcrush', { ip: '203.0.113.77' })
  const seen = new Set<string>()
  const note = () => [...visitor.cookies.keys()].forEach((name) => seen.add(name))
  await visitor.visit('/?back=%2Fmessages')
  note()
  await visitor.send('POST /site/confirmAdult', { body: {} })
  await visitor.send('POST /site/chooseCookies', {
    body: { choice: 'all', affiliateId: 'partner-7' },
  })
  const nora = await joins(app, { brand: 'adultcrush', username: 'Nora' })
  const token = await issueGrant(app.db, {
    accountId: nora.id,
    brand: 'adultcrush',
    purpose: 'reset',
    at: app.clock.now(),
  })
  await visitor.visit(`/resetPassword/makeRequest?token=${token}`)
  note()
  await visitor.visit('/help?token=none')
  note()
  await visitor.send('POST /site/passkeyOptions', { body: {} })
  note()
  await visitor.send('POST /site/signin', { body: { login: nora.username, password: PASSWORD } })
  await visitor.send('POST /billing/upgrade', {
    body: { keyword: 'ac-month', upgradeSourceType: 'likes' },
  })
  note()
  await visitor.send('POST /profile/deleteAccount', { body: { password: PASSWORD } })
  await visitor.send('POST /site/signin', { body: { login: nora.username, password: PASSWORD } })
  note()
  expect([...seen].toSorted()).toEqual(cookies.map(({ name }) => name).toSorted())
})
