import { beforeAll, describe, expect, test } from 'vitest'
import type { Render } from '#front-door/visit.server.ts'
import { app, withApp } from '#tests/support/app.ts'
import { alice, bob, type CastMember, dan, joins, likes } from '#tests/support/cast.ts'
import { renderer, withRenderer } from '#tests/support/rendered.ts'

/**
 * Forms of members that were posted without script and refused: the page they stand on says why,
 * and keeps what was typed.
 */

withApp()
withRenderer()
let Alice: CastMember
let Bob: CastMember
let Dan: CastMember
beforeAll(async () => {
  ;[Alice, Bob, Dan] = [await alice(app), await bob(app), await dan(app)]
})

/** The pages of these stories, by their paths. */
const files: ReadonlyArray<readonly [path: RegExp, file: string, parameter?: string]> = [
  [/^\/dashboard$/, 'dashboard.astro'],
  [/^\/messages$/, 'messages.astro'],
  [/^\/search$/, 'search/[...page].astro'],
  [/^\/profile\/view\/id\/(.+)$/, 'profile/view/id/[id].astro', 'id'],
  [/^\/profile\/edit\/settings$/, 'profile/edit/settings.astro'],
  [/^\/profile\/edit\/managePhotos$/, 'profile/edit/managePhotos.astro'],
  [/^\/billing\/upgrade$/, 'billing/upgrade.astro'],
  [/^\/form$/, 'form/index.astro'],
  [/^\/form\/like$/, 'form/like.astro'],
]
/** Where it was rendered: the path and the address of the request. */
let shownAt = ''
const render: Render = (request, path, locals) => {
  const url = new URL(request.url)
  shownAt = `${path === url.pathname ? '' : `${path} for `}${url.pathname}${url.search}`
  for (const [pattern, file, parameter] of files) {
    const found = pattern.exec(path)
    const params = parameter ? { [parameter]: found?.[1] ?? '' } : {}
    if (found) return renderer.shows({ file, params })(request, path, locals)
  }
  throw new Error(`no page of these stories: ${path}`)
}

/** What the browser of `who` shows for the form; `from`: the page that it says it was posted on. */
async function posts(
  who: CastMember,
  path: string,
  fields: Record<string, string> | FormData,
  from: string | null = null,
) {
  const origin = `http://${who.host}`
  const headers = {
    Host: who.host,
    Origin: origin,
    Cookie: [...who.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    ...(from !== null && { Referer: new URL(from, origin).href }),
  }
  const answer = await app.frontDoor(
    new Request(origin + path, {
      method: 'POST',
      headers,
      body: fields instanceof FormData ? fields : new URLSearchParams(fields),
      redirect: 'manual',
    }),
    '203.0.113.7',
    render,
  )
  return {
    status: answer.status,
    html: await answer.text(),
    shownAt,
    location: answer.headers.get('Location'),
    policy: answer.headers.get('Content-Security-Policy') ?? '',
  }
}
/** What the page says aloud, of which most forms say nothing. */
const alerts = (html: string) =>
  [...html.matchAll(/<p class="notice notice-danger" role="alert"[^>]*>([\s\S]*?)<\/p>/g)]
    .map(([, words = '']) =>
      words
        .replaceAll(/<[^>]*>/g, ' ')
        .replaceAll(/\s+/g, ' ')
        .trim(),
    )
    .filter((words) => words !== '')

const GONE = /not (here|available|there)|no longer|any more/

describe('a button', () => {
  test('is spoken of on the page that its form names, with its query', async () => {
    const {
      status,
      html,
      shownAt: at,
    } = await posts(Alice, '/match/like', {
      id: '999999',
      back: '/search?view=deck&saved=yes#person-9',
    })
    expect([status, at]).toEqual([404, '/search?view=deck'])
    expect(alerts(html)).toEqual([expect.stringMatching(GONE)])
    expect(html).toMatch(/<h1[^>]*>\s*Search/)
  })

  test('is spoken of on the page from which the browser says it was posted', async () => {
    const { html, shownAt: at } = await posts(
      Alice,
      '/profile/blockUser',
      { id: 'x', action: 'unblock' },
      '/profile/edit/settings?screen=blocked&saved=blocked',
    )
    expect(at).toBe('/profile/edit/settings?screen=blocked')
    expect(alerts(html)).toHaveLength(1)
    expect(html).not.toContain('Unblocked.')
  })

  test('is spoken of where it would have led, if the browser does not say', async () => {
    const { html, shownAt: at } = await posts(Alice, '/profile/setFirstMessages', { from: 'x' })
    expect(at).toBe('/profile/edit/settings?screen=first-messages')
    expect(alerts(html)).toEqual(['Please choose one.'])
  })

  test.each([
    ['of another site', 'http://elsewhere.test/search'],
    ['that is no page', '/match/like'],
    ['of guests, which is prerendered', '/help'],
    ['of staff', '/staff'],
    ['that is not there', '/nowhere'],
  ])('is spoken of by itself, from an address %s', async (_, from) => {
    const { html, shownAt: at } = await posts(Alice, '/match/like', { id: '999999' }, from)
    expect(at).toBe('/form for /match/like')
    expect(html).toContain('go back in your browser')
  })

  test.each(['//elsewhere.test/search', '/staff', '/\\elsewhere.test', 'search'])(
    'leads nowhere by a form made up with %s',
    async (back) => {
      const { shownAt: at } = await posts(Alice, '/match/like', { id: '999999', back })
      expect(at).toBe('/form for /match/like')
    },
  )

  test('shows no page of members to whom it is not open', async () => {
    const nina = await joins(app, {
      brand: 'adultcrush',
      username: 'Nina',
      steps: ['uploadPhotoDescription'],
    })
    const { status, shownAt: at } = await posts(nina, '/match/like', { id: '1', back: '/search' })
    expect([status, at]).toEqual([403, '/form for /match/like'])
    const guest = { ...Alice, cookies: new Map<string, string>() }
    const asGuest = await posts(guest, '/match/like', { id: '1', back: '/search' })
    expect([asGuest.status, asGuest.shownAt]).toEqual([401, '/form for /match/like'])
  })

  test('asks on a page of its own before a match ends', async () => {
    await likes(Alice, Bob)
    await likes(Bob, Alice)
    const { html, shownAt: at } = await posts(Alice, '/match/unlike', {
      id: String(Bob.id),
      asks: 'yes',
      back: '/search',
    })
    expect(at).toBe('/form/like for /match/unlike')
    expect(html).toContain('End the match?')
  })
})

describe('what was typed stays in its form', () => {
  test('of a report', async () => {
    const { html, shownAt: at } = await posts(Alice, '/profile/reportAbuse', {
      id: String(Dan.id),
      reason: '',
      details: 'He asked for money, twice.',
    })
    expect(at).toContain(`/profile/view/id/${Dan.id}?act=report`)
    expect(html).toContain('Please say what is wrong.')
    expect(html).toMatch(
      /<textarea[^>]*name="details"[^>]*>He asked for money, twice\.<\/textarea>/,
    )
  })

  test('of another address; of another password nothing does', async () => {
    const mail = await posts(Alice, '/site/saveEmailAddress', {
      email: 'alice@',
      password: 'secret7',
    })
    expect(mail.shownAt).toBe('/profile/edit/settings?screen=account')
    expect(mail.html).toMatch(/name="email"[^>]* value="alice@"/)
    expect(mail.html).not.toContain('secret7')
    const change = await posts(Alice, '/profile/changePassword', {
      currentPassword: 'secret7',
      password: 'short7',
    })
    expect(change.shownAt).toBe('/profile/edit/settings?screen=account')
    expect(change.html).toMatch(/field-error[^>]*>[^<]*Please/)
    expect(change.html).not.toMatch(/secret7|short7/)
  })

  test('of a search to be saved, beside what was searched', async () => {
    const name = 'Tonight '.repeat(20).trim()
    const query = 'gender=woman&ageFrom=44&country=any'
    const { html, shownAt: at } = await posts(Alice, '/search/save', { name, query })
    expect(at).toBe('/search')
    expect(html).toMatch(new RegExp(`<details open[^>]*>[\\s\\S]*name="name"[^>]* value="${name}"`))
    expect(html).toMatch(/field-error[^>]*>Please/)
    expect(html).toMatch(/name="ageFrom"[^>]* value="44"/)
  })

  test.each(['/profile/edit/managePhotos', null])('of a new photo, posted on %s', async (from) => {
    const form = new FormData()
    form.set('photo', new File(['no'], 'lake.jpg', { type: 'image/jpeg' }))
    form.set('description', 'At the lake')
    form.set('isPrivate', 'on')
    const { html, shownAt: at } = await posts(Alice, '/image/upload', form, from)
    expect(at).toBe('/profile/edit/managePhotos')
    expect(alerts(html)).toHaveLength(1)
    expect(html).toMatch(/id="new-photo-description"[^>]* value="At the lake"/)
    expect(html).toMatch(/name="isPrivate"[^>]* checked/)
  })

  test('of a photo that is here, not as of a new one', async () => {
    const { html } = await posts(
      Alice,
      '/image/manage',
      { id: '999999', act: 'save', description: 'At the lake' },
      '/profile/edit/managePhotos',
    )
    expect(alerts(html)).toHaveLength(1)
    expect(html).not.toContain('At the lake')
  })

  test('of an opener to several', async () => {
    const { html, shownAt: at } = await posts(Bob, '/message/sendMagicMessage', {
      body: 'What makes you laugh?',
      key: 'first-one',
    })
    expect(at).toBe('/messages')
    expect(html).toMatch(/<textarea[^>]*name="body"[^>]*>What makes you laugh\?<\/textarea>/)
    expect(html).toMatch(/name="key"[^>]*value="first-one"/)
  })

  test('of an order, with why', async () => {
    const { html, shownAt: at } = await posts(Alice, '/billing/upgrade', {
      keyword: 'no-such-plan',
    })
    expect(at).toBe('/billing/upgrade?keyword=no-such-plan&promo=')
    expect(alerts(html)).toHaveLength(1)
  })
})

test('a passkey that is gone is spoken of among those that are there', async () => {
  const { html, shownAt: at } = await posts(Alice, '/profile/renamePasskey', {
    id: '77',
    name: 'X',
  })
  expect(at).toBe('/profile/edit/settings?screen=sign-in')
  expect(alerts(html)).toHaveLength(1)
})

test('a location that is too dear leads to credits, and says what for', async () => {
  const Kim = await joins(app, { brand: 'wivesnow', username: 'Kim' })
  const Lou = await joins(app, { brand: 'wivesnow', username: 'Lou', gender: 'woman' })
  const { html, shownAt: at } = await posts(Kim, '/billing/revealLocation', { id: String(Lou.id) })
  expect(at).toBe(`/profile/view/id/${Lou.id}`)
  expect(alerts(html)).toEqual([expect.stringMatching(/credits.* Buy credits$/)])
  expect(html).toMatch(
    new RegExp(`/billing/upgrade\\?upgradeSourceType=reveal&(amp;|#38;)?with=${Lou.id}"`),
  )
})

describe('from a page that runs no scripts, since its address says so', () => {
  const from = '/search?radius=any&scripts=off'
  const back = '/search?radius=any#person-7'

  test('a form leads to one that runs none', async () => {
    const liked = await posts(Alice, '/match/like', { id: String(Dan.id), back }, from)
    expect(liked.location).toBe('/search?radius=any&scripts=off#person-7')
  })

  test('a refused form is shown on one that runs none', async () => {
    const refused = await posts(Alice, '/match/like', { id: '999999', back }, from)
    expect(refused.policy).toContain('sandbox')
  })

  test.each([
    ['with scripts', '/search?radius=any'],
    ['of another site', 'http://elsewhere.test/search?scripts=off'],
    ['that the browser does not name', null],
  ])('and from a page %s as ever', async (_, other) => {
    const liked = await posts(Alice, '/match/like', { id: String(Dan.id), back }, other)
    expect(liked.location).toBe(back)
    const refused = await posts(Alice, '/match/like', { id: '999999', back }, other)
    expect(refused.policy).not.toContain('sandbox')
  })
})
