import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  type ECDH,
  hkdfSync,
  type JsonWebKeyInput,
  randomBytes,
  verify,
} from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { PushTransport } from '#core/notifications/push-transport.server.ts'
import type { PushPayload } from '#core/notifications/push.ts'

/** What a browser got: its payload in the clear, and the headers for the push service. */
type Received = {
  endpoint: string
  payload: PushPayload
  headers: Record<string, string | string[] | undefined>
  claims: Record<string, unknown>
}

/**
 * A push service on this machine, for browsers that it makes up: it checks who sends and decrypts,
 * as a browser would.
 */
export async function startPushService() {
  const browsers = new Map<string, { ecdh: ECDH; auth: Buffer }>()
  const received: Received[] = []
  let answer = 201

  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => void parts.push(part))
    request.on('end', () => {
      const endpoint = `https://push.example.test${request.url}`
      const browser = browsers.get(endpoint)
      if (browser && answer < 300) {
        const payload = JSON.parse(decrypt(Buffer.concat(parts), browser).toString()) as PushPayload
        received.push({
          endpoint,
          payload,
          headers: request.headers,
          claims: claimsOf(request.headers.authorization ?? ''),
        })
      }
      response.writeHead(answer).end('nothing that anybody reads')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo

  const post: PushTransport = async ({ pathname }, { headers, body }) => {
    const response = await fetch(`http://127.0.0.1:${port}${pathname}`, {
      method: 'POST',
      headers,
      body: new Uint8Array(body),
    })
    return response.status
  }
  return {
    post,
    received,
    answersWith: (status: number) => void (answer = status),
    /** A browser's subscription, as `PushSubscription.toJSON()` gives it. */
    browser() {
      const ecdh = createECDH('prime256v1')
      const p256dh = ecdh.generateKeys().toString('base64url')
      const auth = randomBytes(16)
      const endpoint = `https://push.example.test/${randomBytes(8).toString('hex')}`
      browsers.set(endpoint, { ecdh, auth })
      return { endpoint, keys: { p256dh, auth: auth.toString('base64url') } }
    },
    stop: () => new Promise((resolve) => server.close(resolve)),
  }
}

/** RFC 8188 and 8291, from the receiver's side. */
function decrypt(message: Buffer, { ecdh, auth }: { ecdh: ECDH; auth: Buffer }): Buffer {
  const salt = message.subarray(0, 16)
  const keyLength = message[20] as number
  const theirs = message.subarray(21, 21 + keyLength)
  const record = message.subarray(21 + keyLength)
  const info = (...parts: Array<string | Buffer>) =>
    Buffer.concat(parts.map((part) => Buffer.from(part as string)))
  const ikm = Buffer.from(
    hkdfSync(
      'sha256',
      ecdh.computeSecret(theirs),
      auth,
      info('WebPush: info\0', ecdh.getPublicKey(), theirs),
      32,
    ),
  )
  const key = Buffer.from(hkdfSync('sha256', ikm, salt, info('Content-Encoding: aes128gcm\0'), 16))
  const nonce = Buffer.from(hkdfSync('sha256', ikm, salt, info('Content-Encoding: nonce\0'), 12))
  const decipher = createDecipheriv('aes-128-gcm', key, nonce)
  decipher.setAuthTag(record.subarray(-16))
  const text = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
  const end = text.findLastIndex((byte) => byte !== 0)
  if (text[end] !== 2) throw new Error('the record does not end as the last one does')
  return text.subarray(0, end)
}

/** RFC 8292: the claims, if the key in the header has signed them. */
function claimsOf(authorization: string): Record<string, unknown> {
  const [, token = '', k = ''] = /^vapid t=([^,]+), k=(\S+)$/.exec(authorization) ?? []
  const [head = '', body = '', signature = ''] = token.split('.')
  const point = Buffer.from(k, 'base64url')
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  }
  const key = createPublicKey({ key: jwk as JsonWebKeyInput['key'], format: 'jwk' })
  if (
    !verify(
      'sha256',
      Buffer.from(`${head}.${body}`),
      { key, dsaEncoding: 'ieee-p1363' },
      Buffer.from(signature, 'base64url'),
    )
  )
    throw new Error('the token is signed by somebody else')
  return {
    ...(JSON.parse(Buffer.from(body, 'base64url').toString()) as Record<string, unknown>),
    k,
  }
}
