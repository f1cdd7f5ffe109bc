import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DAY, later, MINUTE, SECOND } from '#lib/clock.ts'
import { signatureOf } from '#lib/signature.server.ts'
import { leaveList } from '#mail/lists.sql.ts'
import { grantCredits, spendCredits } from '#money/credits/credits.sql.ts'
import { readSettings } from '#settings.ts'
import { brandById, brands } from '#sites/registry.ts'
import type { Brand } from '#sites/site.ts'
import { AGENT_VIEW_PATH, supportLink } from '#staff/tickets/agent/agent-links.server.ts'
import { forgetActs } from '#tests/support/acts.ts'
import { app, setsAccount, setsProfile, startApp, withApp } from '#tests/support/app.ts'
import { alice, becomesPremium, type CastMember, joins } from '#tests/support/cast.ts'

/**
 * The support desk's look at one account (decisions §2): signed, five minutes, once, by a button,
 * read-only, on record.
 */

withApp()
let member: CastMember
let other: CastMember
beforeAll(async () => {
  member = await alice(app)
  other = await joins(app, { brand: 'wivesnow', username: 'Bob' })
})
beforeEach(async () => {
  await forgetActs(app.db)
  await app.db.deleteFrom('support_links').execute()
})

const brand = (id: string) => brandById(id) as Brand

function linkTo(memberId: number, { of = 'adultcrush', agent = "Maria O'Hara" } = {}): URL {
  return new URL(
    supportLink(app.services, { brand: brand(of), memberId, agent }, app.clock.now()) ?? '',
  )
}

/** A link as another server would sign it, with whatever in it. */
function signedElsewhere(
  given: { member: string; agent: string; link: string; at: string },
  of = 'adultcrush',
  secret = app.services.settings.supportSecret ?? '',
): URL {
  const url = linkTo(1)
  const signature = signatureOf(
    [of, given.member, given.agent, given.link].join('\n'),
    given.at,
    secret,
  )
  url.search = new URLSearchParams({ ...given, signature }).toString()
  return url
}

const asIs = () => ({
  member: String(member.id),
  agent: 'Maria',
  link: 'a-link-of-the-desk-0001',
  at: String(app.clock.now().getTime() / SECOND),
})

/** Opens a link and presses its button. */
const open = (url: URL, headers: Record<string, string> = {}) =>
  asks(url, headers, { method: 'POST' })

async function asks(
  url: URL,
  headers: Record<string, string> = {},
  init: RequestInit = {},
): Promise<{ status: number; text: string; answer: Response }> {
  const request = new Request(url, {
    redirect: 'manual',
    ...init,
    headers: { ...headers, Host: url.host },
  })
  const answer = await app.frontDoor(request, '203.0.113.7', async () => new Response('page'))
  return { status: answer.status, text: await answer.clone().text(), answer }
}

const acts = () =>
  app.db
    .selectFrom('audit_log')
    .select(['at', 'actor_id', 'action', 'subject_id', 'brand', 'details'])
    .execute()

/** The page's terms and what stands beside each. */
function factsOf(html: string): Record<string, string> {
  return Object.fromEntries(
    [...html.matchAll(/<dt>(.+?)<\/dt><dd>(.*?)<\/dd>/g)].map(([, term, text]) => [
      term as string,
      text as string,
    ]),
  )
}

/** Whatever there is to know of the member that a refusal must not tell. */
const secrets = /alice|Alice|adultcrush|AdultCrush|wivesnow|Bob/

async function expectRefusal(url: URL, status: number, title: string): Promise<void> {
  const refused = await open(url)
  expect([refused.status, /<h1>(.+?)<\/h1>/.exec(refused.text)?.[1]]).toEqual([status, title])
  expect(refused.text).not.toMatch(secrets)
  expect(refused.answer.headers.getSetCookie()).toEqual([])
}

describe('a good link', () => {
  test('shows one account, says who looks and that it is recorded, and records it', async () => {
    const url = linkTo(member.id)
    const { status, text } = await open(url)
    expect(status).toBe(200)
    expect(text).toContain(
      '<strong>Support view – read only</strong> – opened by Maria O&#39;Hara at 20 Nov 2026, 12:00 UTC, recorded',
    )
    expect(factsOf(text)).toMatchObject({
      Username: 'Alice',
      'Home brand': 'AdultCrush',
      'E-mail': 'a•••@e•••.org',
      'E-mail confirmed': 'since 20 Nov 2026, 12:00 UTC',
      Membership: 'standard',
      'Onboarding left': 'nothing',
      Banned: 'no',
      'Signed in': 'with one browser',
    })
    expect(await acts()).toEqual([
      {
        at: app.clock.now(),
        actor_id: null,
        action: 'support.view',
        subject_id: member.id,
        brand: 'adultcrush',
        details: { agent: "Maria O'Hara", link: url.searchParams.get('link') },
      },
    ])
  })

  test('tells what support needs of money, bans, steps, tickets and mail', async () => {
    const { db } = app
    const at = app.clock.now()
    const carol = await joins(app, {
      brand: 'megaflirt',
      username: 'Carol',
      steps: ['justRegistered', 'uploadPhoto'],
    })
    await becomesPremium(app, carol, 3)
    await db.transaction().execute(async (trx) => {
      await grantCredits(trx, carol.id, {
        credits: 12,
        source: 'purchase',
        reference: 'order:1',
        expiresAt: null,
        at,
      })
      await spendCredits(trx, carol.id, { credits: 5, reason: 'magicMessage', reference: null, at })
      await leaveList(trx, 'carol@example.org', 'activity', at)
    })
    await db
      .insertInto('orders')
      .values({
        account_id: carol.id,
        brand: 'megaflirt',
        keyword: 'mf-50',
        amount: 1995,
        currency: 'USD',
        paid_at: at,
        created_at: at,
      })
      .execute()
    await db
      .insertInto('subscriptions')
      .values({
        account_id: carol.id,
        brand: 'adultcrush',
        provider: 'gateway',
        provider_reference: 'r1',
        plan: 'ac-month',
        started_at: later(at, -DAY),
        paid_until: later(at, DAY),
        cancelled_at: at,
      })
      .execute()
    await db
      .insertInto('tickets')
      .values({
        account_id: carol.id,
        brand: 'megaflirt',
        email: 'carol@example.org',
        subject: 'Where are <my> credits?',
        body: 'the body of it',
        created_at: at,
      })
      .execute()
    await setsAccount(app, carol, {
      banned_at: at,
      ban_reason: '<b>spam</b>',
      marketing_accepted_at: at,
      first_premium_at: later(at, -DAY),
    })
    const { text } = await open(linkTo(carol.id, { of: 'megaflirt' }))
    expect(factsOf(text)).toMatchObject({
      Membership: 'premium',
      'Premium until': '23 Nov 2026, 12:00 UTC',
      Credits: '7',
      'Onboarding left': 'justRegistered, uploadPhoto',
      Banned: 'since 20 Nov 2026, 12:00 UTC: &lt;b&gt;spam&lt;/b&gt;',
      'News and offers': 'since 20 Nov 2026, 12:00 UTC',
      'What other members do': 'left',
    })
    for (const row of [
      ['+12', 'purchase'],
      ['-5', 'magicMessage'],
      ['mf-50', 'US$19.95', 'paid'],
      ['ac-month', 'AdultCrush', 'cancelled 20 Nov 2026, 12:00 UTC'],
      ['Where are &lt;my&gt; credits?', 'open'],
    ]) {
      expect(
        text
          .match(/<tr>.*?<\/tr>/g)
          ?.some((line) => row.every((cell) => line.includes(`<td>${cell}</td>`))),
      ).toBe(true)
    }
    expect(text).not.toMatch(/the body of it|<b>|<my>/)
  })

  test('shows nothing that is nobody’s business: no message, photo or like, nor who somebody is, wants or where they live', async () => {
    const { db } = app
    await member.send('POST /match/{action}', {
      params: { action: 'like' },
      body: { id: other.id },
    })
    const [low, high] = [member.id, other.id].toSorted((a, b) => a - b) as [number, number]
    const { id } = await db
      .insertInto('conversations')
      .values({ low_id: low, high_id: high, created_at: app.clock.now() })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('messages')
      .values({
        conversation_id: id,
        sender_id: member.id,
        kind: 'text',
        body: 'a word between us',
        created_at: app.clock.now(),
      })
      .execute()
    await setsProfile(app, member, { about: 'about myself', headline: 'my headline' })
    const { text } = await open(linkTo(member.id))
    expect(text).not.toMatch(
      /a word between us|about myself|my headline|Bob|1992|New York|40\.7|-74|woman|\bman\b|couple|alice@|example\.org|<img|203\.0\.113/,
    )
  })

  test('opens once of twenty who try at the same moment', async () => {
    const url = linkTo(member.id)
    const tries = await Promise.all(Array.from({ length: 20 }, () => open(url)))
    expect(tries.map(({ status }) => status).toSorted()).toEqual([
      200,
      ...Array.from({ length: 19 }, () => 410),
    ])
    expect(tries.filter(({ text }) => text.includes('Alice'))).toHaveLength(1)
    expect(await acts()).toHaveLength(1)
  })

  test('is under a policy that lets nothing in, kept nowhere, and read by no machine', async () => {
    const { answer, text } = await open(linkTo(member.id))
    const policy = answer.headers.get('Content-Security-Policy') ?? ''
    expect(policy).toMatch(
      /^default-src 'none'; style-src 'sha256-[\w+/]+=*'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'$/,
    )
    expect([
      answer.headers.get('Cache-Control'),
      answer.headers.get('Referrer-Policy'),
      answer.headers.get('X-Robots-Tag'),
      answer.headers.get('X-Frame-Options'),
    ]).toEqual(['no-store', 'no-referrer', 'noindex', 'DENY'])
    expect(text).not.toMatch(/<script|<form|<a |<button|<input|\son\w+=|style="/)
  })

  test('changes nothing of the account, and signs nobody in', async () => {
    const before = await app.db
      .selectFrom('sessions')
      .selectAll()
      .where('account_id', '=', member.id)
      .execute()
    app.clock.advance(2 * MINUTE)
    const { answer } = await open(linkTo(member.id), {
      Cookie: `session=${other.cookies.get('session')}`,
    })
    expect([answer.status, answer.headers.getSetCookie()]).toEqual([200, []])
    expect(
      await app.db.selectFrom('sessions').selectAll().where('account_id', '=', member.id).execute(),
    ).toEqual(before)
  })

  test.each(['api.', 'api.members.', 'api.staging.'])(
    'opens on %s, also with /index; the page hosts lead there',
    async (label) => {
      const url = linkTo(member.id)
      const onPages = new URL(url)
      onPages.hostname = `${label.replace('api.', '') || 'www.'}adultcrush.localhost`
      const sent = await asks(onPages)
      url.hostname = `${label}adultcrush.localhost`
      expect([sent.status, sent.answer.headers.get('Location')]).toEqual([302, url.href])
      url.pathname += '/index'
      expect((await open(url)).status).toBe(200)
    },
  )

  test.each(brands.map(({ id }) => id))('looks at an account of %s on its own host', async (id) => {
    const reader = await joins(app, { brand: id, username: `Member of ${id}` })
    const url = linkTo(reader.id, { of: id })
    expect([url.host, url.pathname]).toEqual([`api.${id}.localhost:4321`, AGENT_VIEW_PATH])
    expect(factsOf((await open(url)).text)['Username']).toBe(`Member of ${id}`)
  })

  test('may be signed by another server that has the secret', async () => {
    expect((await open(signedElsewhere(asIs()))).status).toBe(200)
  })
})

describe('is left unspent by', () => {
  test.each([
    ['a mail scanner', {}, 200],
    [
      'a scanner that renders pages',
      { 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'document' },
      200,
    ],
    ['a script', { 'Sec-Fetch-Mode': 'cors', 'Sec-Fetch-Dest': 'empty' }, 200],
    ['an image', { 'Sec-Fetch-Mode': 'no-cors', 'Sec-Fetch-Dest': 'image' }, 200],
    ['a frame', { 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'iframe' }, 200],
    ['a page that is only prepared', { 'Sec-Purpose': 'prefetch;prerender' }, 503],
  ])('%s', async (_, headers, status) => {
    const url = linkTo(member.id)
    const machine = await asks(url, headers)
    expect([machine.status, (await asks(url, {}, { method: 'HEAD' })).status]).toEqual([
      status,
      200,
    ])
    expect(machine.text).not.toMatch(secrets)
    expect(await acts()).toEqual([])
    expect((await open(url)).status).toBe(200)
  })

  test('whatever does something else with it', async () => {
    const url = linkTo(member.id)
    const put = await asks(url, {}, { method: 'PUT' })
    expect([put.status, put.answer.headers.get('Allow')]).toEqual([405, 'GET, HEAD, POST'])
    expect((await open(url)).status).toBe(200)
    const again = await asks(url)
    expect([again.status, again.text]).toEqual([
      410,
      expect.stringContaining('This link was used before'),
    ])
  })
})

describe('a link that opens nothing:', () => {
  test('five minutes old', async () => {
    const url = linkTo(member.id)
    const second = linkTo(member.id)
    app.clock.advance(5 * MINUTE - 1)
    expect((await open(second)).status).toBe(200)
    app.clock.advance(1)
    await expectRefusal(url, 410, 'This link has expired')
    expect(await acts()).toHaveLength(1)
  })

  test('from too far in the future', async () => {
    const from = (seconds: number) =>
      signedElsewhere({
        ...asIs(),
        link: `from-the-future-${seconds}`,
        at: String(app.clock.now().getTime() / SECOND + seconds),
      })
    expect((await open(from(30))).status).toBe(200)
    await expectRefusal(from(31), 410, 'This link has expired')
    await expectRefusal(from(99_999_999), 410, 'This link has expired')
  })

  test('used before', async () => {
    const url = linkTo(member.id)
    await open(url)
    await expectRefusal(url, 410, 'This link was used before')
    app.clock.advance(4 * MINUTE)
    await expectRefusal(url, 410, 'This link was used before')
  })

  const parts = ['member', 'agent', 'link', 'at', 'signature'] as const

  test.each(parts)('its %s altered by one character, taken away, or given twice', async (part) => {
    const url = linkTo(member.id)
    const right = url.searchParams.get(part) ?? ''
    const wrong = [...right].flatMap((sign, at) => [
      right.slice(0, at) + (sign === '1' ? '2' : '1') + right.slice(at + 1),
      right.slice(0, at) + right.slice(at + 1),
      `${right.slice(0, at)} ${right.slice(at)}`,
    ])
    for (const value of [...wrong, '', `${right}0`, `0${right}`, `${right}\n`, `\u0000${right}`]) {
      const altered = new URL(url)
      altered.searchParams.set(part, value)
      await expectRefusal(altered, 403, 'This link is not valid')
    }
    const without = new URL(url)
    without.searchParams.delete(part)
    await expectRefusal(without, 403, 'This link is not valid')
    const twice = new URL(url)
    twice.search = `?${part}=x&${url.searchParams.toString()}`
    await expectRefusal(twice, 403, 'This link is not valid')
    expect(await acts()).toEqual([])
  })

  test('nonsense', async () => {
    for (const search of [
      '',
      '?',
      '?member=1',
      '?member[]=1&agent=a',
      `?${'a=1&'.repeat(2000)}`,
      '?signature=sha256=',
    ]) {
      const url = linkTo(member.id)
      url.search = search
      await expectRefusal(url, 403, 'This link is not valid')
    }
  })

  test.each([
    ['member', '0'],
    ['member', '-1'],
    ['member', '1e1'],
    ['member', '9'.repeat(16)],
    ['agent', ''],
    ['agent', '<script>alert(1)</script>'],
    ['agent', 'a\nb'],
    ['agent', 'x'.repeat(61)],
    ['link', 'short'],
    ['link', 'x'.repeat(65)],
    ['at', '1.5'],
    ['at', '-1'],
  ])('signed, but with a %s of %j', async (part, value) => {
    await expectRefusal(
      signedElsewhere({ ...asIs(), [part]: value }),
      403,
      'This link is not valid',
    )
  })

  test('signed by another secret', async () => {
    await expectRefusal(
      signedElsewhere(asIs(), 'adultcrush', 's'.repeat(32)),
      403,
      'This link is not valid',
    )
    await expectRefusal(
      signedElsewhere(asIs(), 'adultcrush', app.services.settings.sessionSecret),
      403,
      'This link is not valid',
    )
  })

  test('on another brand’s host', async () => {
    const url = linkTo(member.id)
    url.hostname = 'api.wivesnow.localhost'
    await expectRefusal(url, 403, 'This link is not valid')
    expect(await acts()).toEqual([])
  })

  test('to nobody, to a deleted member, or to a member of another brand', async () => {
    const gone = await joins(app, { brand: 'adultcrush', username: 'Gone' })
    await setsAccount(app, gone, { deleted_at: app.clock.now() })
    for (const id of [999_999, 99_999_999_999_999, gone.id, other.id])
      await expectRefusal(linkTo(id), 404, 'There is no such account')
    expect(await acts()).toEqual([])
  })

  test('for an agent whose name no link can carry is not made', () => {
    for (const agent of ['', ' Maria', 'a\nb', '<b>', 'x'.repeat(61)])
      expect(() => linkTo(member.id, { agent })).toThrow(TypeError)
  })
})

test('in production there is a support view only with a secret of its own', async () => {
  const production = { RUN_AS: 'production', SESSION_SECRET: 'k8Vq2ZxY7mNpR4tW9bHc3LfJ6sDgA1eU' }
  expect(readSettings({ ...production, SUPPORT_SECRET: 'd'.repeat(32) }).supportSecret).toBe(
    'd'.repeat(32),
  )
  expect(readSettings(production).supportSecret).toBeNull()
  expect(() => readSettings({ SUPPORT_SECRET: 'short' })).toThrow(
    'SUPPORT_SECRET: must have at least 32 characters',
  )
  const without = await startApp({ ...production, SITES_SUFFIX: 'localhost' })
  expect(
    supportLink(
      without.services,
      { brand: brand('adultcrush'), memberId: 1, agent: 'Maria' },
      without.clock.now(),
    ),
  ).toBeNull()
  const url = linkTo(member.id)
  const request = new Request(url, { method: 'POST', headers: { Host: url.host } })
  const answer = await without.frontDoor(request, '', async () => new Response('page'))
  expect([answer.status, await answer.text()]).toEqual([
    404,
    expect.stringContaining('There is no support view here'),
  ])
  await without.close()
})

test('links that were opened are forgotten once they could not be opened again anyhow', async () => {
  await open(linkTo(member.id))
  app.clock.advance(61 * MINUTE)
  await open(linkTo(member.id))
  expect(await app.db.selectFrom('support_links').select('opened_at').execute()).toEqual([
    { opened_at: app.clock.now() },
  ])
})
