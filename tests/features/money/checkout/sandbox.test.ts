import { createHmac } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { sign } from '#lib/signature.server.ts'
import { createGateway } from '#sandbox/gateway.server.ts'

/**
 * The gateway that stands in for a real one speaks as the specification has a gateway speak (§7).
 */

const secret = 'a secret between two servers'
const received: Array<{ headers: IncomingHttpHeaders; body: string }> = []
let merchant: Server
let gateway: ReturnType<typeof createGateway>

beforeAll(async () => {
  merchant = createServer((request, response) => {
    void text(request).then(
      (body) => {
        received.push({ headers: request.headers, body })
        // The first try fails, as while a merchant restarts.
        response.writeHead(received.length === 1 ? 503 : 200).end()
      },
      // Its client has gone: what it asked is tried again, or given up.
      () => response.destroy(),
    )
  })
  await new Promise<void>((resolve) => void merchant.listen(0, '127.0.0.1', resolve))
  const { port } = merchant.address() as AddressInfo
  gateway = createGateway(
    {
      address: `http://127.0.0.1:${port}/webhook/gateway`,
      host: 'api.adultcrush.localhost',
      secret,
    },
    'public-key',
  )
})
afterAll(() => void merchant.close())

const charge = {
  order: 7,
  keyword: 'ac-month',
  amount: 2995,
  currency: 'USD',
  description: 'Crush: 1 month',
  renewalAmount: 2995,
  renewsAfterDays: 30,
  expiresAt: '2999-01-01T00:00:00Z',
}

/** What the form's address answers, called back. */
async function formData(
  more: Record<string, string> = {},
): Promise<{ html?: string; error?: string }> {
  const query = new URLSearchParams({
    callback: 'heard',
    apiKey: 'public-key',
    keyword: 'ac-month',
    gatewayPassword: sign(charge, secret),
    ...more,
  })
  const answer = await gateway(
    new Request(`http://gateway.localhost/getFormData?${query.toString()}`),
  )
  const [, json = 'null'] = /^heard\((.*)\);$/.exec(await answer.text()) ?? []
  return JSON.parse(json) as { html?: string; error?: string }
}

const formIn = (html = '') => /name="form" value="([^"]+)"/.exec(html)?.[1] ?? ''

async function post(fields: Record<string, string>): Promise<unknown> {
  const body = new URLSearchParams(fields)
  return (
    await gateway(new Request('http://gateway.localhost/pay', { method: 'POST', body }))
  ).json()
}

async function pay(
  number: string,
  { asked = {}, typed = {} }: Record<string, Record<string, string>> = {},
): Promise<unknown> {
  const form = formIn((await formData(asked)).html)
  return post({ form, number, expiry: '12/39', code: '1', ...typed })
}

describe('the form’s address', () => {
  test('calls back with the form, and with the sum that was signed', async () => {
    expect((await formData({ amount: '1' })).html).toContain('Pay US$29.95')
  })

  test.each([
    ['another shop', { apiKey: 'unknown' }],
    ['another product than signed', { keyword: 'ac-year' }],
    ['a signature of somebody else', { gatewayPassword: sign(charge, 'another secret') }],
    [
      'an order that has waited too long',
      { gatewayPassword: sign({ ...charge, expiresAt: '2020-01-01T00:00:00Z' }, secret) },
    ],
  ])('calls back with an error for %s', async (_, query) => {
    expect(await formData(query)).toEqual({ error: expect.any(String) as string })
  })

  test('in its other configuration asks for the postal code of the card, where we did not send one', async () => {
    const asked = { useAlternateConfig: '1', processedPostalCode: '' }
    expect((await formData(asked)).html).toContain('name="postalCode"')
    expect((await formData({ ...asked, processedPostalCode: '10001' })).html).not.toContain(
      'postalCode',
    )
    expect((await formData()).html).not.toContain('postalCode')
    expect(await pay('4000 0000 0000 0119', { asked })).toMatchObject({
      message: 'Please write the postal code of the card.',
    })
    expect(
      await pay('4000 0000 0000 0119', { asked, typed: { postalCode: '10001' } }),
    ).toMatchObject({ error: expect.stringContaining('bank') as string })
  })

  test('calls nothing that is no name', async () => {
    const answer = await gateway(
      new Request('http://gateway.localhost/getFormData?callback=alert(1)//'),
    )
    expect(answer.status).toBe(400)
  })
})

test('an approved card is reported, signed anew with each try, under one event id; paying twice is an error', async () => {
  expect(await pay('4242 4242 4242 4242')).toEqual({ result: 'approved' })
  await vi.waitFor(() => expect(received).toHaveLength(2))
  const ids = received.map(({ headers, body }) => {
    const timestamp = String(headers['x-webhook-timestamp'])
    expect(headers['x-webhook-signature']).toBe(
      `sha256=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`,
    )
    const event = JSON.parse(body) as { id: string }
    expect(event).toMatchObject({
      type: 'payment.approved',
      order: 7,
      amount: 2995,
      currency: 'USD',
    })
    return event.id
  })
  expect(new Set(ids).size).toBe(1)
  expect(await formData()).toEqual({ error: 'already active payment' })
})

test('the bank’s form outlives a wrong code: the right one pays after it', async () => {
  const gatewayPassword = sign({ ...charge, order: 8 }, secret)
  const { html } = (await pay('4000 0000 0000 3220', { asked: { gatewayPassword } })) as {
    html: string
  }
  const form = formIn(html)
  for (const challenge of ['999', ''])
    expect(await post({ form, challenge })).toEqual({
      result: 'invalid',
      field: 'challenge',
      message: 'The code was not right. Please write it again.',
    })
  expect(await post({ form, challenge: '123' })).toEqual({ result: 'approved' })
})
