import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CARD_FRAME_PATH, readFrameMessage } from '../../../src/features/billing/gateway/card-frame.ts'
import { startApp, type TestApp, type Visitor } from '../../support/app.ts'
import { alice } from '../../support/cast.ts'
import { gatewaySettings } from '../../support/gateway.ts'

/** assurance 17. */

let app: TestApp
beforeAll(async () => {
  app = await startApp(gatewaySettings)
})
afterAll(() => app.close())

async function asks(host: string, path: string): Promise<Response> {
  const url = `http://${host}:4321${path}`
  const request = new Request(url, { headers: { Host: `${host}:4321` } })
  return app.frontDoor(request, '203.0.113.7', async (_, page) => new Response(`page:${page}`, { headers: { 'Content-Type': 'text/html' } }))
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
    expect(policy.find((one) => one.startsWith('script-src'))).toMatch(/^script-src 'nonce-[^']+' http:\/\/gateway\.localhost:4399$/)
    expect(answer.headers.get('Set-Cookie')).toBeNull()
  })

  test('is on the media host alone, and for a tier that there is', async () => {
    expect((await asks('media.adultcrush.localhost', `${CARD_FRAME_PATH}?tier=evil`)).status).toBe(404)
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

describe('our page hears', () => {
  const frame = { name: 'the frame' }
  const said = (data: unknown, more: { origin?: string; source?: unknown } = {}) => readFrameMessage({ data, origin: 'null', source: frame, ...more }, frame)

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
    expect(readFrameMessage({ data: { type: 'approved' }, origin: 'null', source: null }, null)).toBeNull()
  })
})
