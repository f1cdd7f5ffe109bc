import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  cancelSale,
  refundTransaction,
  saleStatus,
} from '#money/processors/verotel/control-center.server.ts'
import { serve } from '#tests/support/serve.ts'

/**
 * What Verotel's Control Center may answer, over a real socket; its own answers are recorded ones.
 */

let answer: (request: Request) => Response | Promise<Response> = () => Response.error()
let asked: Request[] = []
let server: Awaited<ReturnType<typeof serve>>
beforeAll(async () => {
  server = await serve(async (request) => {
    asked.push(request)
    return answer(request)
  })
})
afterAll(() => server.close())
beforeEach(() => void (asked = []))

const center = () => ({
  origin: server.origin,
  user: 'shopkeeper',
  password: 'a secret of the Control Center',
})
const shop = { shop: '68849', key: 'zpXwe2D77g4P7ysGJcr3rY87TBYs6J' }
const ok = () => Response.json({ is_success: true })
const refused = (status: number, title: string) => () =>
  Response.json({ error: { title } }, { status })

test('a sale is cancelled by its number, with name and password', async () => {
  answer = ok
  await cancelSale(center(), '456789')
  expect(asked.map(({ method, url }) => [method, new URL(url).pathname])).toEqual([
    ['POST', '/api/sale/456789/cancel'],
  ])
  expect(asked[0]?.headers.get('Authorization')).toBe(
    `Basic ${Buffer.from('shopkeeper:a secret of the Control Center').toString('base64')}`,
  )
  expect(asked[0]?.headers.get('Accept')).toContain('application/json')
})

test('a sale that was cancelled before is cancelled', async () => {
  answer = refused(412, 'This sale is already cancelled.')
  await expect(cancelSale(center(), '456789')).resolves.toBeUndefined()
})

test('a refund says its transaction and its amount in decimals', async () => {
  answer = ok
  await refundTransaction(center(), '1001000', 1295)
  expect([new URL(asked[0]?.url ?? '').pathname, await asked[0]?.text()]).toEqual([
    '/api/transaction/1001000/refund',
    'amount=12.95',
  ])
})

const away: Array<[string, () => Response | Promise<Response>]> = [
  ['refuses the password', refused(401, 'Unauthorized')],
  ['knows no such sale', refused(404, 'Not found')],
  ['fails', refused(500, 'Internal error')],
  ['says that it failed', () => Response.json({ is_success: false })],
  [
    'answers HTML',
    () =>
      new Response('<html><script>alert(1)</script></html>', {
        headers: { 'Content-Type': 'text/html' },
      }),
  ],
  ['answers nothing', () => new Response('')],
  [
    'sends elsewhere',
    () => new Response(null, { status: 302, headers: { Location: 'http://127.0.0.1:9/' } }),
  ],
  ['is slow', () => new Promise<Response>((resolve) => setTimeout(resolve, 400, ok()))],
]

test.each(away)(
  'neither a cancellation nor a refund is taken for done where the Control Center %s',
  async (_, says) => {
    answer = says
    const failures = await Promise.allSettled([
      cancelSale(center(), '1', 150),
      refundTransaction(center(), '2', 100, 150),
    ])
    expect(failures.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    for (const failure of failures) {
      const told = failure.status === 'rejected' ? String((failure.reason as Error).stack) : ''
      expect(told).not.toMatch(/a secret|Basic |<script/)
    }
  },
)

test('the status of a sale is read from its lines', async () => {
  answer = () =>
    new Response(
      '---\nresponse: FOUND\nsaleID: \'456789\'\nsaleResult: APPROVED\npriceAmount: 12.95\nemail: "a: b"\n',
    )
  const status = await saleStatus(server.origin, shop, { saleID: '456789' })
  expect(status).toEqual({
    response: 'FOUND',
    saleID: '456789',
    saleResult: 'APPROVED',
    priceAmount: '12.95',
    email: 'a: b',
  })
  expect(new URL(asked[0]?.url ?? '').pathname).toBe('/salestatus')
})

test.each<[string, () => Response | Promise<Response>]>([
  ['fails', () => new Response('saleResult: APPROVED', { status: 500 })],
  ['answers HTML', () => new Response('<html>\nsaleResult: APPROVED\n</html>')],
  ['answers nothing', () => new Response('')],
  [
    'sends elsewhere',
    () => new Response(null, { status: 302, headers: { Location: 'http://127.0.0.1:9/' } }),
  ],
  [
    'is slow',
    () => new Promise((resolve) => setTimeout(resolve, 400, new Response('saleResult: APPROVED'))),
  ],
])('no status is read where Verotel %s', async (_, says) => {
  answer = says
  await expect(saleStatus(server.origin, shop, { saleID: '1' }, 150)).rejects.toBeInstanceOf(Error)
})
