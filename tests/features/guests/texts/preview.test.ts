import { describe, expect, test } from 'vitest'
import type { CallError } from '#api/client.ts'
import type { PageLocals, Render } from '#front-door/visit.server.ts'
import { commentOnPreview, previewLinks } from '#guests/texts/previews/preview.contract.ts'
import type { LinkLife } from '#guests/texts/previews/previews.ts'
import { DAY, HOUR, MINUTE } from '#lib/clock.ts'
import { sign } from '#lib/signature.server.ts'
import { brands } from '#sites/registry.ts'
import { app } from '#tests/support/app.ts'
import { type CastMember } from '#tests/support/cast.ts'
import { changesSite, saves, editsText, people, textAt, withWriters } from './text-cast.ts'

/** A draft on the real page, for whoever has the link. */

withWriters()

const terms =
  '---\ntitle: Terms of use\nversion: 2026-12-01\nchanges: New words.\nreview: pending\n---\n\nOnly a draft.\n'

const save = (path: string, text = terms, basis: number | null = null) =>
  saves({ path, text, basis })
const linksTo = async (revision: number) =>
  (await people.eve.calls(previewLinks, { query: { revision } })).links

type Shown = { response: Response; path: string; locals: PageLocals; cookies: string | null }

/** Opens an address as a browser does, and tells what page was made. */
async function open(url: string, cookie?: string): Promise<Shown> {
  const shown: Partial<Shown> = {}
  const render: Render = async (request, path, locals) => {
    Object.assign(shown, { path, locals, cookies: request.headers.get('Cookie') })
    return new Response('made', { headers: { 'Content-Type': 'text/html', ETag: '"x"' } })
  }
  const headers = { Host: new URL(url).host, ...(cookie === undefined ? {} : { Cookie: cookie }) }
  const response = await app.frontDoor(
    new Request(url, { headers, redirect: 'manual' }),
    '203.0.113.7',
    render,
  )
  return { ...(shown as Shown), response }
}
const termsOf = ({ locals }: Shown) => locals.texts.legal('terms', locals.brand).html

test('a preview leads to the page on the brand’s own host, and shows the draft there alone', async () => {
  const links = await linksTo(await save('legal/wivesnow/terms.md'))
  expect(links).toEqual([
    {
      site: 'wivesnow',
      name: 'WivesNow',
      url: expect.stringMatching(/^http:\/\/www\.wivesnow\.localhost:4321\/site\/terms\?preview=/),
    },
  ])
  const shown = await open(links[0]?.url ?? '')
  expect(shown.locals.preview).toMatchObject({ takesComments: true, isSaid: false })
  expect([shown.path, termsOf(shown)]).toEqual(['/live/site/terms', '<p>Only a draft.</p>\n'])
  const other = await open((links[0]?.url ?? '').replace('wivesnow', 'adultcrush'))
  expect(termsOf(other)).not.toContain('Only a draft.')
})

test('a preview of a text for all is a link for each brand that has none of its own', async () => {
  await save('legal/wivesnow/terms.md')
  const about = terms.replace('Terms of use', 'About')
  const links = await linksTo(await save('legal/all/about.md', about))
  const own = new Set(
    app.services.texts
      .sources()
      .filter(({ path }) => path.endsWith('/about.md'))
      .map(({ path }) => path.split('/')[1]),
  )
  expect(links.map(({ site }) => site)).toEqual(
    brands.map(({ id }) => id).filter((id) => !own.has(id)),
  )
})

test('a preview of a question is a link for the brands that it is for', async () => {
  const links = await linksTo(
    await save(
      'help/all/is-it-new.md',
      '---\ntitle: Is it new?\ncategory: joining\norder: 1\nbilling: [credits]\n---\nYes.\n',
    ),
  )
  expect(links.map(({ site }) => site)).toEqual(
    brands.filter(({ billing }) => billing.model === 'credits').map(({ id }) => id),
  )
  expect((await open(links[0]?.url ?? '')).path).toBe('/live/help/is-it-new')
})

test('a preview is kept by nobody, listed nowhere, and told to no other site', async () => {
  const [link] = await linksTo(await save('legal/wivesnow/terms.md'))
  const { response } = await open(link?.url ?? '')
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'cache-control': 'no-store',
    'x-robots-tag': 'noindex',
    'referrer-policy': 'same-origin',
  })
})

test('a preview shows a member the page that guests see, without their session', async () => {
  const [link] = await linksTo(
    await save(
      'promo/adultcrush/landing.md',
      app.services.texts.shipped().find(({ path }) => path === 'promo/adultcrush/landing.md')
        ?.text ?? '',
    ),
  )
  const shown = await open(link?.url ?? '', `session=${people.alice.cookies.get('session')}`)
  expect([shown.response.status, shown.path, shown.locals.member, shown.cookies]).toEqual([
    200,
    '/live',
    null,
    null,
  ])
})

test('a preview goes on showing the revision that was sent round, when somebody has gone on writing', async () => {
  const first = await save('legal/wivesnow/terms.md')
  const [link] = await linksTo(first)
  await editsText({
    act: 'save',
    path: 'legal/wivesnow/terms.md',
    text: terms.replace('Only', 'Still'),
    basis: first,
  })
  expect(termsOf(await open(link?.url ?? ''))).toBe('<p>Only a draft.</p>\n')
})

describe('is no page', () => {
  const refused = async (url: string) => {
    const { response, path } = await open(url)
    return [response.status, path]
  }

  test('with a key that was altered, made up or cut', async () => {
    const [link] = await linksTo(await save('legal/wivesnow/terms.md'))
    const [address = '', key = ''] = (link?.url ?? '').split('?preview=')
    const [text = '', mark = ''] = key.split('.')
    const later = Buffer.from(JSON.stringify({ preview: 1, until: 1e15 })).toString('base64url')
    const flipped = mark.startsWith('A') ? `B${mark.slice(1)}` : `A${mark.slice(1)}`
    const other = sign({ preview: 1, until: 1e15 }, 'another secret')
    for (const altered of [
      `${text}.${flipped}`,
      `${later}.${mark}`,
      text,
      `${text}.`,
      '',
      '.',
      'nonsense',
      other,
      `${key}x`,
      '%00',
    ]) {
      expect([altered, ...(await refused(`${address}?preview=${altered}`))]).toEqual([
        altered,
        404,
        '/404',
      ])
    }
  })

  test('with a signature that was given for something else', async () => {
    const { sessionSecret } = app.services.settings
    for (const value of [{ order: 1, until: 1e15 }, { preview: '1', until: 1e15 }, [1], null]) {
      expect(
        await refused(
          `http://www.wivesnow.localhost:4321/site/terms?preview=${sign(value, sessionSecret)}`,
        ),
      ).toEqual([404, '/404'])
    }
  })

  test('after an hour', async () => {
    const [link] = await linksTo(await save('legal/wivesnow/terms.md'))
    app.clock.advance(HOUR - 1)
    expect((await open(link?.url ?? '')).response.status).toBe(200)
    app.clock.advance(1)
    expect(await refused(link?.url ?? '')).toEqual([404, '/404'])
  })

  test('of a question that is not there', async () => {
    const [link] = await linksTo(
      await save(
        'help/wivesnow/is-it-ours.md',
        '---\ntitle: Is it ours?\ncategory: joining\norder: 1\n---\nYes.\n',
      ),
    )
    expect(await refused((link?.url ?? '').replace('wivesnow', 'adultcrush'))).toEqual([
      404,
      '/404',
    ])
  })
})

test('a preview still works for a draft that was put away, to see what it was', async () => {
  const revision = await save('legal/wivesnow/terms.md')
  await editsText({ act: 'discard', revision })
  expect(termsOf(await open((await linksTo(revision))[0]?.url ?? ''))).toBe(
    '<p>Only a draft.</p>\n',
  )
})

test('a preview of a path is of what is being written there', async () => {
  const path = 'legal/wivesnow/terms.md'
  const asks = () => people.eve.calls(previewLinks, { query: { path } })
  await expect(asks()).rejects.toMatchObject({ code: 'notFound' })
  const revision = await save(path)
  expect(await asks()).toMatchObject({ revision, path, title: 'Terms of use' })
})

const linkFor = async (revision: number, lasts: LinkLife = 'hour') =>
  (await people.eve.calls(previewLinks, { query: { revision, lasts } })).links[0]?.url ?? ''
const statusOf = async (url: string) => (await open(url)).response.status
const publishes = (revision: number) => changesSite({ act: 'publish', revision })
const QUESTION = 'help/wivesnow/is-it-ours.md'
const question = '---\ntitle: Is it ours?\ncategory: joining\norder: 1\n---\n\nYes.\n'
const discard = (revision: number) => editsText({ act: 'discard', revision })

test.each([
  ['hour', HOUR],
  ['day', DAY],
  ['week', 7 * DAY],
] as const)('a preview link for a %s ends then', async (lasts, life) => {
  const url = await linkFor(await save(QUESTION, question), lasts)
  app.clock.advance(life - 1)
  expect(await statusOf(url)).toBe(200)
  app.clock.advance(1)
  expect(await statusOf(url)).toBe(404)
  // Back, for staff give their second factor twice a day.
  app.clock.advance(-life)
})

test('a preview link ends with its draft: once that is published, and once it is put away', async () => {
  const revision = await save(QUESTION, question)
  const url = await linkFor(revision, 'week')
  await publishes(revision)
  expect(await statusOf(url)).toBe(404)
  const next = await save(QUESTION, question.replace('Yes', 'No'), revision)
  const second = await linkFor(next, 'week')
  await discard(next)
  expect(await statusOf(second)).toBe(404)
  // Nor does it come back with another draft of the same text.
  await save(QUESTION, question, revision)
  expect([await statusOf(url), await statusOf(second)]).toEqual([404, 404])
})

describe('a comment of somebody with the link', () => {
  const guest = () => app.visitor('wivesnow')
  const keyOf = (url: string) => new URL(url).searchParams.get('preview') ?? ''
  const says = (url: string, words: string, name = '') =>
    guest().calls(commentOnPreview, { body: { preview: keyOf(url), name, words } })
  const comments = async () => (await textAt(QUESTION)).comments

  test('is with the draft for its editors, word for word, and leads back to the page', async () => {
    const revision = await save(QUESTION, question)
    const url = await linkFor(revision)
    const markup = '<script>hacked()</script> & **so**'
    const { next } = await says(url, markup, 'Counsel')
    expect(next).toBe(`/help/is-it-ours?preview=${keyOf(url)}&said=yes`)
    expect((await open(`${new URL(url).origin}${next}`)).locals.preview?.isSaid).toBe(true)
    expect(await comments()).toMatchObject([{ author: 'Counsel', words: markup, revision }])
  })

  test('stays while the draft is written on, and goes when one of its editors is done with it', async () => {
    const revision = await save(QUESTION, question)
    const url = await linkFor(revision)
    await says(url, 'Shorter.')
    const next = await save(QUESTION, question.replace('Yes', 'No'), revision)
    await says(url, 'Of the first one still.')
    const [first] = await comments()
    expect((await comments()).map(({ words }) => words)).toEqual([
      'Shorter.',
      'Of the first one still.',
    ])
    await editsText({ act: 'dropComment', revision: next, comment: first?.id ?? 0 })
    expect((await comments()).map(({ words }) => words)).toEqual(['Of the first one still.'])
  })

  test.each(['published', 'put away'] as const)(
    'goes with a draft that is %s, which takes no more',
    async (end) => {
      const revision = await save(QUESTION, question)
      const url = await linkFor(revision, 'week')
      await says(url, 'Shorter.')
      const ended = end === 'published' ? publishes(revision) : discard(revision)
      await Promise.allSettled([ended, says(url, 'At the same moment.')])
      await expect(says(url, 'Too late.')).rejects.toMatchObject({ code: 'notFound' })
      const rows = await app.db.selectFrom('content_comments').selectAll().execute()
      expect(rows).toEqual([])
    },
  )

  test.each([
    ['that says nothing', ' ', false, 422, { field: 'words', message: expect.any(String) }],
    ['of a draft that is none any more', 'Shorter.', true, 404, undefined],
  ])('%s is shown again in its form', async (_, words, isGone, status, error) => {
    const revision = await save(QUESTION, question)
    const url = new URL(await linkFor(revision))
    if (isGone) await discard(revision)
    let shown: PageLocals | undefined
    const answer = await app.frontDoor(
      new Request(`${url.origin}/site/commentOnPreview`, {
        method: 'POST',
        headers: {
          Host: url.host,
          Origin: url.origin,
          'Content-Type': 'application/x-www-form-urlencoded',
        },
        body: new URLSearchParams({ preview: keyOf(url.href), name: 'Counsel', words }),
      }),
      '203.0.113.7',
      async (_request, path, locals) => {
        shown = locals
        return new Response(path)
      },
    )
    expect([answer.status, await answer.text()]).toEqual([status, '/form/comment'])
    expect(shown?.formAnswer).toMatchObject({
      values: { preview: keyOf(url.href), name: 'Counsel', words },
    })
    expect(shown?.formAnswer?.problem.errors?.[0]).toEqual(error)
  })

  test('needs a link that works, of a draft', async () => {
    const revision = await save(QUESTION, question)
    const url = await linkFor(revision)
    for (const preview of [
      '',
      'nonsense',
      `${keyOf(url)}x`,
      sign({ preview: 1, until: 1e15 }, 'x'),
    ])
      await expect(
        guest().calls(commentOnPreview, { body: { preview, name: '', words: 'Hello' } }),
      ).rejects.toMatchObject({ code: 'notFound' })
    app.clock.advance(HOUR)
    await expect(says(url, 'Hello')).rejects.toMatchObject({ code: 'notFound' })
    await discard(revision)
    await expect(says(await linkFor(revision), 'Hello')).rejects.toMatchObject({ code: 'notFound' })
    expect(await app.db.selectFrom('content_comments').selectAll().execute()).toEqual([])
  })

  test('has an end, and so have comments', async () => {
    const url = await linkFor(await save(QUESTION, question))
    await expect(says(url, ' ')).rejects.toMatchObject({ errors: [{ field: 'words' }] })
    await expect(says(url, 'x'.repeat(1001))).rejects.toMatchObject({
      errors: [{ field: 'words' }],
    })
    await expect(says(url, 'x', 'x'.repeat(41))).rejects.toMatchObject({
      errors: [{ field: 'name' }],
    })
    const codes: string[] = []
    for (let one = 0; one < 25; one += 1)
      await says(url, 'So.').catch(({ code }: CallError) => codes.push(code))
    expect(new Set(codes)).toEqual(new Set(['tooMany']))
    expect((await comments()).length).toBeLessThanOrEqual(20)
    const { db } = app
    const row = await db.selectFrom('content_comments').selectAll().executeTakeFirstOrThrow()
    const { id: _, ...copy } = row
    await db
      .insertInto('content_comments')
      .values(Array.from({ length: 100 }, () => copy))
      .execute()
    app.clock.advance(30 * MINUTE)
    const other = app.visitor('wivesnow', { ip: '198.51.100.9' })
    await expect(
      other.calls(commentOnPreview, { body: { preview: keyOf(url), name: '', words: 'One more' } }),
    ).rejects.toMatchObject({ code: 'conflict' })
  })
})

test('a preview is given to staff alone, and of nothing that is not there', async () => {
  const revision = await save('legal/wivesnow/terms.md')
  const asks = (visitor: CastMember, id: number) =>
    visitor.calls(previewLinks, { query: { revision: id } })
  await expect(asks(people.alice, revision)).rejects.toMatchObject({ code: 'notFound' })
  await expect(asks(people.eve, 999_999)).rejects.toMatchObject({ code: 'notFound' })
})
