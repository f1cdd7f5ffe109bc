import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { runCardFrame } from '#money/processors/gateway/card-frame.client.ts'
import { CARD_FRAME_PATH, readFrameMessage } from '#money/processors/gateway/card-frame.ts'
import { app, type Visitor, withApp } from '#tests/support/app.ts'
import { alice } from '#tests/support/cast.ts'
import { gatewaySettings } from '#tests/support/gateway.ts'

/** assurance 17. */

withApp(gatewaySettings)

async function asks(host: string, path: string): Promise<Response> {
  const url = `http://${host}:4321${path}`
  const request = new Request(url, { headers: { Host: `${host}:4321` } })
  return app.frontDoor(
    request,
    '203.0.113.7',
    async (_, page) => new Response(`page:${page}`, { headers: { 'Content-Type': 'text/html' } }),
  )
}

describe('the page of the card form', () => {
  test('is sandboxed by its own header, runs the gateway’s script, and is framed by its own brand’s pages', async () => {
    const answer = await asks('media.adultcrush.localhost', `${CARD_FRAME_PATH}?tier=www`)
    const policy = answer.headers.get('Content-Security-Policy')?.split('; ') ?? []
    expect(policy).toEqual(
      expect.arrayContaining([
        'sandbox allow-scripts allow-forms',
        "default-src 'none'",
        'connect-src http://gateway.localhost:4399',
        'frame-ancestors http://www.adultcrush.localhost:4321',
      ]),
    )
    expect(policy.find((one) => one.startsWith('script-src'))).toMatch(
      /^script-src 'nonce-[^']+' http:\/\/gateway\.localhost:4399$/,
    )
    expect(answer.headers.get('Set-Cookie')).toBeNull()
  })

  test('is on the media host alone, and for a tier that there is', async () => {
    expect((await asks('media.adultcrush.localhost', `${CARD_FRAME_PATH}?tier=evil`)).status).toBe(
      404,
    )
    const member = app.visitor('adultcrush')
    expect(await (await member.visit(CARD_FRAME_PATH)).text()).toBe('page:/404')
  })

  test('may be framed by no page but the upgrade', async () => {
    const Alice = await alice(app)
    const framed = async (member: Visitor, path: string) =>
      (await member.visit(path)).headers
        .get('Content-Security-Policy')
        ?.split('; ')
        .find((one) => one.startsWith('frame-src'))
    const media = 'http://media.adultcrush.localhost:4321'
    expect(await framed(Alice, '/billing/upgrade')).toBe(`frame-src ${media}`)
    expect(await framed(Alice, '/billing/upgrade/index')).toBe(`frame-src ${media}`)
    expect(await framed(Alice, '/messages')).toBe("frame-src 'self'")
  })
})

describe('the form in its frame', () => {
  const gateway = 'http://gateway.localhost:4399'
  const parent = 'http://www.adultcrush.localhost:4321'
  const address = `${gateway}/getFormData?keyword=ac-month`
  let told: unknown[]
  const expiry = {
    name: 'expiry',
    type: 'text',
    after: vi.fn<(what: object) => void>(),
    focus: vi.fn<() => void>(),
  }
  let scripts: Array<{ src: string; onerror?: () => void; remove(): void }>
  const above = {
    postMessage: (message: { type: string }, origin: string) =>
      void (origin === parent && told.push(message)),
  }

  beforeEach(() => {
    told = []
    scripts = []
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const root = {
      childElementCount: 0,
      innerHTML: '',
      querySelector: () => null,
      querySelectorAll: () => [expiry],
    }
    vi.stubGlobal('window', globalThis)
    vi.stubGlobal('parent', above)
    vi.stubGlobal(
      'ResizeObserver',
      class {
        observe(): void {}
      },
    )
    vi.stubGlobal('document', {
      documentElement: {},
      querySelector: () => root,
      createElement: () => ({ src: '', remove: () => undefined }),
      head: { append: (script: (typeof scripts)[number]) => void scripts.push(script) },
    })
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
    Reflect.deleteProperty(globalThis, 'cardFormData')
  })

  /** A new frame, which our page asks for the form; with the settings that the served one has. */
  async function asksForForm(
    from: object = { source: above, origin: parent },
    at = address,
  ): Promise<void> {
    const html = await (
      await asks('media.adultcrush.localhost', `${CARD_FRAME_PATH}?tier=www`)
    ).text()
    const [, settings = ''] = /\)\((\{[^{}]*\})\)<\/script>/.exec(html) ?? []
    const frame = new EventTarget()
    vi.stubGlobal('addEventListener', frame.addEventListener.bind(frame))
    runCardFrame(JSON.parse(settings) as Parameters<typeof runCardFrame>[0])
    frame.dispatchEvent(
      Object.assign(new Event('message'), { data: { type: 'load', address: at }, ...from }),
    )
  }
  const answers = (said: object) =>
    (Reflect.get(globalThis, 'cardFormData') as (said: object) => void)(said)

  test('is given up after 5 seconds, and may be asked for again', async () => {
    await asksForForm()
    vi.advanceTimersByTime(4999)
    expect(told).toEqual([{ type: 'ready' }])
    vi.advanceTimersByTime(1)
    expect(told).toEqual([{ type: 'ready' }, { type: 'failed' }])
    answers({ html: '<form></form>' })
    expect(told).toHaveLength(2)
    await asksForForm()
    expect(scripts.map(({ src }) => src)).toEqual(
      [1, 2].map(() => `${address}&callback=cardFormData`),
    )
    answers({ html: '<form></form>' })
    vi.advanceTimersByTime(60_000)
    expect(told.slice(2)).toEqual([{ type: 'ready' }, { type: 'loaded' }])
  })

  test('says at its field what is wrong with it; of no field of its own, the page says it', async () => {
    await asksForForm()
    answers({ result: 'invalid', field: 'expiry', message: 'It has expired.' })
    expect(expiry.after.mock.calls).toMatchObject([
      [{ role: 'alert', textContent: 'It has expired.' }],
    ])
    expect(expiry.focus).toHaveBeenCalledOnce()
    expect(told.at(-1)).toEqual({ type: 'loaded' })
    await asksForForm()
    answers({ result: 'invalid', field: 'number', message: 'It is too short.' })
    expect(told.at(-1)).toEqual({ type: 'declined', message: 'It is too short.' })
  })

  test('is given up at once where the gateway is not reached', async () => {
    await asksForForm()
    scripts[0]?.onerror?.()
    vi.advanceTimersByTime(60_000)
    expect(told).toEqual([{ type: 'ready' }, { type: 'failed' }])
  })

  test('passes on what the gateway says in its place', async () => {
    await asksForForm()
    answers({ error: 'already active payment' })
    expect(told.at(-1)).toEqual({ type: 'error', error: 'already active payment' })
  })

  test.each([
    ['another window', { source: {}, origin: parent }, address],
    ['another origin', { source: above, origin: 'http://evil.example' }, address],
    [
      'our page, of another gateway,',
      { source: above, origin: parent },
      'http://evil.example/getFormData?keyword=ac-month',
    ],
  ])('is asked for by %s in vain', async (_, from, at) => {
    await asksForForm(from, at)
    expect(scripts).toEqual([])
  })
})

describe('our page hears', () => {
  const frame = { name: 'the frame' }
  const said = (data: unknown, more: { origin?: string; source?: unknown } = {}) =>
    readFrameMessage({ data, origin: 'null', source: frame, ...more }, frame)

  test('what the frame may say', () => {
    expect(said({ type: 'approved', cookie: 'x' })).toEqual({ type: 'approved' })
    expect(said({ type: 'height', height: 312.4 })).toEqual({ type: 'height', height: 313 })
    expect(said({ type: 'declined', message: 'No.' })).toEqual({ type: 'declined', message: 'No.' })
  })

  test.each([
    ['another window', { type: 'approved' }, { source: { name: 'another' } }],
    ['no window', { type: 'approved' }, { source: null }],
    ['the gateway’s own origin', { type: 'approved' }, { origin: 'http://gateway.localhost:4399' }],
    ['our own origin', { type: 'approved' }, { origin: 'http://www.adultcrush.localhost:4321' }],
    ['a text', 'approved', {}],
    ['nothing', null, {}],
    ['an unknown word', { type: 'redirect', url: 'https://evil.example' }, {}],
    ['a height that is none', { type: 'height', height: '100%' }, {}],
    ['a height without end', { type: 'height', height: 1e9 }, {}],
    ['an error that is no sentence', { type: 'error', error: { html: '<b>' } }, {}],
    ['an endless error', { type: 'error', error: 'x'.repeat(301) }, {}],
  ])('nothing of %s', (_, data, more) => {
    expect(said(data, more)).toBeNull()
  })

  test('nothing before there is a frame', () => {
    expect(
      readFrameMessage({ data: { type: 'approved' }, origin: 'null', source: null }, null),
    ).toBeNull()
  })
})
