import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { CallError } from '#api/client.ts'
import { maskedAddress } from '#core/accounts/email/masked-address.ts'
import {
  resubscribe,
  showSubscription,
  unsubscribe,
} from '#core/accounts/mailed-links/unsubscribe.contract.ts'
import type { PageLocals, Render } from '#front-door/visit.server.ts'
import { hasLeftList } from '#mail/lists.sql.ts'
import { type MailList, unsubscribeKey } from '#mail/unsubscribe.server.ts'
import { app, setsAccount, withApp } from '#tests/support/app.ts'
import { alice, type CastMember, joins } from '#tests/support/cast.ts'
import { aMail, mailsTo } from '#tests/support/mail.ts'

/**
 * Leaving a list by the link of its mail: as a page, without script, and by the mail program's
 * button (RFC 8058).
 */

withApp()
let member: CastMember
beforeAll(async () => {
  member = await alice(app)
})
beforeEach(async () => {
  await app.db.deleteFrom('mail_suppressions').execute()
  await app.db.updateTable('accounts').set({ marketing_accepted_at: null }).execute()
})

const keyOf = (accountId: number, list: MailList = 'news') =>
  unsubscribeKey({ accountId, list }, app.services.settings.sessionSecret)
const hasLeft = (list: MailList) => hasLeftList(app.db, 'alice@example.org', list)
const guest = () => app.visitor('adultcrush')

async function consentOf(accountId: number): Promise<Date | null> {
  const row = await app.db
    .selectFrom('accounts')
    .select('marketing_accepted_at')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  return row.marketing_accepted_at
}

function consents(accountId: number): Promise<unknown> {
  return app.db
    .updateTable('accounts')
    .set({ marketing_accepted_at: app.clock.now() })
    .where('id', '=', accountId)
    .execute()
}

type Shown = { answer: Response; path: string | null; formAnswer: PageLocals['formAnswer'] }

/** A POST to a page host: as a browser without script, or as whoever leaves out the Origin. */
async function post(
  path: string,
  body: URLSearchParams | FormData,
  headers: Record<string, string> = {},
  brand = 'adultcrush',
): Promise<Shown> {
  const host = `www.${brand}.localhost:4321`
  const shown: Omit<Shown, 'answer'> = { path: null, formAnswer: null }
  const render: Render = async (_, page, locals) => {
    Object.assign(shown, { path: page, formAnswer: locals.formAnswer })
    return new Response(`page:${page}`, { headers: { 'Content-Type': 'text/html' } })
  }
  const request = new Request(`http://${host}${path}`, {
    method: 'POST',
    headers: { Host: host, ...headers },
    body,
    redirect: 'manual',
  })
  return { answer: await app.frontDoor(request, '203.0.113.7', render), ...shown }
}

const fromPage = { Origin: 'http://www.adultcrush.localhost:4321' }
const oneClick = () => new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })

describe('over the API', () => {
  test('says what a link would stop, of a masked address, and changes nothing', async () => {
    for (const list of ['news', 'activity'] as const) {
      const shown = await guest().calls(showSubscription, {
        query: { key: keyOf(member.id, list) },
      })
      expect(shown).toEqual({ list, email: 'a•••@e•••.org', hasLeft: false })
      expect(await hasLeft(list)).toBe(false)
    }
  })

  test('stops that list, and no other', async () => {
    const answer = await guest().calls(unsubscribe, { body: { key: keyOf(member.id, 'activity') } })
    expect(answer).toMatchObject({ list: 'activity', hasLeft: true })
    expect([await hasLeft('activity'), await hasLeft('news')]).toEqual([true, false])
    expect(
      await guest().calls(showSubscription, { query: { key: keyOf(member.id, 'activity') } }),
    ).toMatchObject({
      hasLeft: true,
    })
  })

  test('keeps from the queue whatever else would have gone out', async () => {
    await guest().calls(unsubscribe, { body: { key: keyOf(member.id) } })
    for (const list of ['news', null] as const)
      await app.services.queueMail(app.db, aMail({ list, kind: `of-${list}` }))
    expect((await mailsTo(app, 'alice@example.org')).map(({ kind }) => kind)).toEqual(['of-null'])
  })

  test('takes the consent to news back with it, of every account at that address, and gives one back when undone', async () => {
    const twin = await joins(app, { brand: 'wivesnow', username: 'Twin' })
    await setsAccount(app, twin, {
      email: 'Alice@example.org',
      email_key: 'alice@example.org',
      owns_email: false,
    })
    for (const id of [member.id, twin.id]) await consents(id)
    await guest().calls(unsubscribe, { body: { key: keyOf(member.id) } })
    expect([await consentOf(member.id), await consentOf(twin.id)]).toEqual([null, null])
    app.clock.advance(60_000)
    expect(await guest().calls(resubscribe, { body: { key: keyOf(member.id) } })).toMatchObject({
      hasLeft: false,
    })
    expect([await hasLeft('news'), await consentOf(member.id), await consentOf(twin.id)]).toEqual([
      false,
      app.clock.now(),
      null,
    ])
  })

  test('leaves the consent to news alone where it is the other list', async () => {
    await consents(member.id)
    await guest().calls(unsubscribe, { body: { key: keyOf(member.id, 'activity') } })
    await guest().calls(resubscribe, { body: { key: keyOf(member.id, 'activity') } })
    expect(await consentOf(member.id)).not.toBeNull()
  })

  test('gives no consent to whoever undoes what was never done', async () => {
    await guest().calls(resubscribe, { body: { key: keyOf(member.id) } })
    expect(await consentOf(member.id)).toBeNull()
  })

  test('comes out once when it is asked twenty times at once', async () => {
    const key = keyOf(member.id)
    const twenty = Array.from({ length: 20 })
    const left = await Promise.all(twenty.map(() => guest().calls(unsubscribe, { body: { key } })))
    expect(new Set(left.map((answer) => answer.hasLeft))).toEqual(new Set([true]))
    expect(await app.db.selectFrom('mail_suppressions').select('since').execute()).toEqual([
      { since: app.clock.now() },
    ])
    await Promise.all(twenty.map(() => guest().calls(resubscribe, { body: { key } })))
    expect([await hasLeft('news'), await consentOf(member.id)]).toEqual([false, app.clock.now()])
  })

  test('works for members, whoever is signed in: the link says whose mail it is', async () => {
    const other = await joins(app, { brand: 'wivesnow', username: 'Bob' })
    await other.calls(unsubscribe, { body: { key: keyOf(member.id) } })
    expect([await hasLeft('news'), await hasLeftList(app.db, 'bob@example.org', 'news')]).toEqual([
      true,
      false,
    ])
  })

  test('a banned member still leaves', async () => {
    const banned = await joins(app, { brand: 'adultcrush', username: 'Dan' })
    await setsAccount(app, banned, { banned_at: app.clock.now() })
    await guest().calls(unsubscribe, { body: { key: keyOf(banned.id) } })
    expect(await hasLeftList(app.db, 'dan@example.org', 'news')).toBe(true)
  })

  test('refuses a page of somebody else’s', async () => {
    const answer = await guest().request('/unsubscribe/index', {
      method: 'POST',
      headers: { Origin: 'https://evil.example', 'Content-Type': 'application/json' },
      body: JSON.stringify({ key: keyOf(member.id) }),
    })
    expect([answer.status, await hasLeft('news')]).toEqual([403, false])
  })
})

describe('a link that is not ours', () => {
  const signs: string[] = Array.from(
    'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_',
  )

  /**
   * One character more, less or another, at every place of the key; at the last one, each that
   * there is.
   */
  function altered(key: string): string[] {
    const anywhere = [...key].flatMap((sign, at) => {
      const [before, after] = [key.slice(0, at), key.slice(at + 1)]
      return [
        before + (sign === 'A' ? 'B' : 'A') + after,
        before + after,
        `${before}x${sign}${after}`,
        `${before}!${sign}${after}`,
      ]
    })
    return [...anywhere, ...signs.map((sign) => key.slice(0, -1) + sign), `${key}=`].filter(
      (one) => one !== key,
    )
  }

  const nonsense = [
    '',
    '.',
    '..',
    'news',
    '7.news.',
    '0.news.x',
    '-1.news.x',
    '1e3.news.x',
    '7.everything.x',
    '{}',
    '%00',
    '../../etc/passwd',
    'ключ',
    'x'.repeat(501),
    'x'.repeat(8000),
  ]

  async function refusalOf(key: string): Promise<unknown> {
    const asked = guest()
    const ways = [
      asked.calls(showSubscription, { query: { key } }),
      asked.calls(unsubscribe, { body: { key } }),
      asked.calls(resubscribe, { body: { key } }),
    ]
    const refused = await Promise.all(
      ways.map((way) =>
        way.then(
          () => null,
          (error: unknown) =>
            error instanceof CallError ? `${error.status} ${error.message}` : error,
        ),
      ),
    )
    return new Set(refused)
  }

  test('is refused when one character of it was altered, and changes nothing', async () => {
    const said = new Set(['404 This link is not complete, or something on its way has changed it.'])
    for (const key of altered(keyOf(member.id)))
      expect([key, await refusalOf(key)]).toEqual([key, said])
    expect(await app.db.selectFrom('mail_suppressions').selectAll().execute()).toEqual([])
  })

  test.each(nonsense)('is refused when it is %j', async (key) => {
    expect(await refusalOf(key)).toEqual(
      new Set(['404 This link is not complete, or something on its way has changed it.']),
    )
  })

  test('is refused when its account is deleted, or was never there', async () => {
    const gone = await joins(app, { brand: 'adultcrush', username: 'Gone' })
    await setsAccount(app, gone, { deleted_at: app.clock.now() })
    for (const id of [gone.id, 999_999]) {
      expect(await refusalOf(keyOf(id))).toEqual(
        new Set(['404 The account of this link is deleted: no mail is sent to it any more.']),
      )
    }
    expect(await app.db.selectFrom('mail_suppressions').selectAll().execute()).toEqual([])
  })

  test('is refused when it was signed for another list or by another secret', async () => {
    const forged = [
      keyOf(member.id, 'news').replace('.news.', '.activity.'),
      unsubscribeKey({ accountId: member.id, list: 'news' }, 'b'.repeat(32)),
    ]
    for (const key of forged)
      expect(await refusalOf(key)).toEqual(new Set([expect.stringMatching(/^404 /)]))
  })

  test('shows why, under its own status, when its form was posted without script', async () => {
    const { answer, path, formAnswer } = await post(
      '/emailUnsubscribe',
      new URLSearchParams({ key: `${keyOf(member.id)}x` }),
      fromPage,
    )
    expect([answer.status, path, formAnswer?.form, formAnswer?.problem.code]).toEqual([
      404,
      '/form/unsubscribe',
      'unsubscribe',
      'notFound',
    ])
  })

  test('with no key at all is no link either', async () => {
    for (const path of ['/emailUnsubscribe', '/unsubscribe/resubscribe']) {
      expect((await post(path, new URLSearchParams(), fromPage)).answer.status).toBe(404)
    }
  })
})

describe('the page’s own form', () => {
  test('stops the mails at once, and leads to the page that says so', async () => {
    const key = keyOf(member.id)
    const { answer } = await post('/emailUnsubscribe', new URLSearchParams({ key }), fromPage)
    expect([
      answer.status,
      answer.headers.get('Location'),
      answer.headers.get('Cache-Control'),
    ]).toEqual([303, `/emailUnsubscribe?key=${key}&outcome=stopped`, 'no-store'])
    expect(await hasLeft('news')).toBe(true)
    const undone = await post('/unsubscribe/resubscribe', new URLSearchParams({ key }), fromPage)
    expect([undone.answer.status, undone.answer.headers.get('Location')]).toEqual([
      303,
      `/emailUnsubscribe?key=${key}&outcome=resumed`,
    ])
    expect(await hasLeft('news')).toBe(false)
  })

  test('is not taken from another site, nor from nowhere', async () => {
    for (const headers of [
      {},
      { Origin: 'null' },
      { Origin: 'https://evil.example' },
      { Origin: 'http://www.wivesnow.localhost:4321' },
    ] as Array<Record<string, string>>) {
      for (const path of ['/emailUnsubscribe', '/unsubscribe/resubscribe']) {
        expect(
          (await post(path, new URLSearchParams({ key: keyOf(member.id) }), headers)).answer.status,
        ).toBe(403)
      }
    }
    expect(await hasLeft('news')).toBe(false)
  })

  test('to look changes nothing, with HEAD as with GET', async () => {
    for (const method of ['GET', 'HEAD']) {
      const answer = await guest().visit(`/emailUnsubscribe?key=${keyOf(member.id)}`, { method })
      expect([answer.status, await hasLeft('news')]).toEqual([200, false])
    }
  })
})

describe('RFC 8058: the mail program’s own button', () => {
  test.each(['', '/index'])(
    'is one POST to the link’s address%s, of nobody and from nowhere',
    async (index) => {
      await consents(member.id)
      const { answer, path } = await post(
        `/emailUnsubscribe${index}?key=${keyOf(member.id)}`,
        oneClick(),
      )
      expect([
        answer.status,
        answer.headers.get('Location'),
        answer.headers.getSetCookie(),
        path,
        await answer.text(),
      ]).toEqual([200, null, [], null, 'Done.\n'])
      expect([
        await hasLeft('news'),
        await hasLeft('activity'),
        await consentOf(member.id),
      ]).toEqual([true, false, null])
    },
  )

  test('may come as multipart, which RFC 8058 prefers', async () => {
    const form = new FormData()
    form.append('List-Unsubscribe', 'One-Click')
    expect(
      (await post(`/emailUnsubscribe?key=${keyOf(member.id, 'activity')}`, form)).answer.status,
    ).toBe(200)
    expect(await hasLeft('activity')).toBe(true)
  })

  test('is the address that mails name in List-Unsubscribe', async () => {
    await app.services.queueMail(
      app.db,
      aMail({ list: 'news', accountId: member.id, kind: 'offer', to: 'alice@example.org' }),
    )
    const [mail] = await mailsTo(app, 'alice@example.org')
    const link = new URL(/^<(.+)>$/.exec(mail?.headers['List-Unsubscribe'] ?? '')?.[1] ?? '')
    expect(mail?.headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click')
    expect((await post(link.pathname + link.search, oneClick())).answer.status).toBe(200)
    expect(await hasLeft('news')).toBe(true)
  })

  test('takes no heed of who is signed in, nor of a web mailer’s Origin: the link alone counts', async () => {
    const cookie = {
      Cookie: `session=${member.cookies.get('session')}`,
      Origin: 'https://mail.example',
    }
    expect(
      (await post(`/emailUnsubscribe?key=${keyOf(member.id)}`, oneClick(), cookie)).answer.status,
    ).toBe(200)
    expect(await hasLeft('news')).toBe(true)
  })

  test.each(['', '?key=', '?key=7.news.x', '?kex=1'])(
    'changes nothing without a link of ours (%j), and says so without a redirect',
    async (query) => {
      const { answer, path } = await post(`/emailUnsubscribe${query}`, oneClick())
      expect([answer.status, path, await answer.text()]).toEqual([
        404,
        null,
        'This link is not complete, or something on its way has changed it.\n',
      ])
    },
  )

  test.each(['one-click', 'Two-Clicks', ''])(
    'is nothing but List-Unsubscribe=One-Click, so not %j',
    async (value) => {
      const { answer } = await post(
        `/emailUnsubscribe?key=${keyOf(member.id)}`,
        new URLSearchParams({ 'List-Unsubscribe': value }),
      )
      expect([answer.status, await hasLeft('news')]).toEqual([403, false])
    },
  )

  test('does not take a body of another kind, or of any size', async () => {
    const host = 'www.adultcrush.localhost:4321'
    const url = `http://${host}/emailUnsubscribe?key=${keyOf(member.id)}`
    const send = (body: string, type: string) =>
      app.frontDoor(
        new Request(url, { method: 'POST', headers: { Host: host, 'Content-Type': type }, body }),
        '',
        async () => new Response('page'),
      )
    expect((await send('{"List-Unsubscribe":"One-Click"}', 'application/json')).status).toBe(415)
    expect(
      (await send(`a=${'x'.repeat(70_000)}`, 'application/x-www-form-urlencoded')).status,
    ).toBe(413)
    expect(await hasLeft('news')).toBe(false)
  })

  test('opens no other form: they still ask for an Origin', async () => {
    for (const path of ['/site/signin', '/unsubscribe/resubscribe']) {
      expect((await post(`${path}?key=${keyOf(member.id)}`, oneClick())).answer.status).toBe(403)
    }
  })
})

test.each([
  ['alice@example.org', 'a•••@e•••.org'],
  ['B@mail.example.co.uk', 'B•••@m•••.uk'],
  ['ünal@localhost', 'ü•••@l•••'],
  ['👩x@example.org', '👩•••@e•••.org'],
])('%s is shown as %s', (email, shown) => {
  expect(maskedAddress(email)).toBe(shown)
})
