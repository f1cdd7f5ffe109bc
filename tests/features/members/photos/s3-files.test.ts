import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { AwsV4Signer } from 'aws4fetch'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { PhotoFiles } from '#api/photo-files.ts'
import { createS3Files } from '#members/photos/files/s3-files.server.ts'

const KEY = 'AKIDEXAMPLE'
const SECRET = 'se/cret+key'

let server: Server
let files: PhotoFiles
/** What the bucket holds. */
const objects = new Map<string, Buffer>()
/** How the bucket answers a request, if not as it should. */
let trouble: (method: string, path: string) => [status: number, body: string] | null
/** So many answers end too early. */
let cuts: number
/** Requests whose signature did not hold. */
let unsigned: string[]

beforeEach(async () => {
  objects.clear()
  trouble = () => null
  cuts = 0
  unsigned = []
  server = createServer((request, response) => {
    void buffer(request).then(
      (body) => {
        const [status, answer] = answerTo(request, body)
        if (cuts-- > 0) {
          response.writeHead(status, { 'Content-Length': answer.length }).write(answer.slice(0, -2))
          setImmediate(() => response.destroy())
          return
        }
        response.writeHead(status).end(answer)
      },
      // Its client has gone: what it asked is tried again, or given up.
      () => response.destroy(),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  files = createS3Files(
    `http://${KEY}:${encodeURIComponent(SECRET)}@127.0.0.1:${port}/photos?region=eu-west-3`,
  )
})
afterEach(() => {
  server.closeAllConnections()
  return new Promise((resolve) => server.close(resolve))
})

/** The bucket: path-style addresses, signature version 4, pages of two. */
function answerTo(request: IncomingMessage, body: Buffer): [status: number, body: string | Buffer] {
  const url = new URL(request.url ?? '', 'http://bucket')
  if (!isSigned(request, url, body)) {
    unsigned.push(`${request.method} ${request.url}`)
    return [403, '<Error><Code>SignatureDoesNotMatch</Code></Error>']
  }
  const wrong = trouble(request.method ?? '', url.pathname)
  if (wrong) return wrong
  const name = url.pathname.slice('/photos/'.length)
  if (url.searchParams.get('list-type') === '2')
    return [200, listing(url.searchParams.get('continuation-token'))]
  if (request.method === 'PUT') objects.set(name, body)
  if (request.method === 'DELETE') objects.delete(name)
  if (request.method !== 'GET') return [request.method === 'DELETE' ? 204 : 200, '']
  const found = objects.get(name)
  return found ? [200, found] : [404, '<Error><Code>NoSuchKey</Code></Error>']
}

function listing(token: string | null): string {
  const names = [...objects.keys()].toSorted()
  const start = token === null ? 0 : Number(token.slice(1))
  const page = names.slice(start, start + 2)
  const contents = page.map(
    (name) =>
      `<Contents><Key>${name}</Key><LastModified>2026-11-20T10:00:00.000Z</LastModified></Contents>`,
  )
  const next =
    start + 2 < names.length ? `<NextContinuationToken>=${start + 2}</NextContinuationToken>` : ''
  return `<ListBucketResult>${contents.join('')}${next}</ListBucketResult>`
}

/** Signature version 4 as its document says, written down a second time. */
function isSigned(request: IncomingMessage, url: URL, body: Buffer): boolean {
  const hash = (data: string | Buffer) => createHash('sha256').update(data).digest('hex')
  const mac = (key: string | Buffer, data: string) =>
    createHmac('sha256', key).update(data).digest()
  const authorization = request.headers.authorization ?? ''
  const [, credential = '', names = '', signature = ''] =
    /^AWS4-HMAC-SHA256 Credential=([^,]+), SignedHeaders=([^,]+), Signature=(\w+)$/.exec(
      authorization,
    ) ?? []
  const [key, day = '', region = '', service = '', end = ''] = credential.split('/')
  if (
    key !== KEY ||
    region !== 'eu-west-3' ||
    request.headers['x-amz-content-sha256'] !== hash(body)
  )
    return false
  const query = [...url.searchParams]
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .toSorted()
    .join('&')
  const headers = names
    .split(';')
    .map((name) => `${name}:${String(request.headers[name]).trim()}\n`)
  const canonical = [request.method, url.pathname, query, headers.join(''), names, hash(body)].join(
    '\n',
  )
  const scope = [day, region, service, end].join('/')
  const toSign = ['AWS4-HMAC-SHA256', request.headers['x-amz-date'], scope, hash(canonical)].join(
    '\n',
  )
  const signing = [region, service, end].reduce<Buffer>(
    (previous, part) => mac(previous, part),
    mac(`AWS4${SECRET}`, day),
  )
  return mac(signing, toSign).toString('hex') === signature
}

const bytes = (text: string) => new TextEncoder().encode(text)
const two = new Map([
  ['abcdef12-320.webp', bytes('small')],
  ['abcdef12-720.webp', bytes('larger')],
])

test('what is written is read and removed, every request signed', async () => {
  await files.write(two)
  expect(new TextDecoder().decode((await files.read('abcdef12-720.webp')) ?? undefined)).toBe(
    'larger',
  )
  await files.remove(['abcdef12-720.webp', 'never-was.webp'])
  expect(await files.read('abcdef12-720.webp')).toBeNull()
  expect([...objects.keys()]).toEqual(['abcdef12-320.webp'])
  expect(unsigned).toEqual([])
})

test('everything is listed, page after page', async () => {
  const five = new Map([1, 2, 3, 4, 5].map((number) => [`abcdef1${number}-320.webp`, bytes('x')]))
  await files.write(five)
  const listed = await Array.fromAsync(files.list())
  expect(listed.map(({ name }) => name)).toEqual([...five.keys()])
  expect(listed[0]?.writtenAt).toEqual(new Date('2026-11-20T10:00:00Z'))
})

test.each([
  [507, 'XMinioStorageFull'],
  [403, 'QuotaExceeded'],
  [400, 'EntityTooLarge'],
])(
  'a bucket without room, which says so by %i %s, keeps none of the files',
  async (status, code) => {
    trouble = (method, path) =>
      method === 'PUT' && path.includes('720')
        ? [status, `<Error><Code>${code}</Code></Error>`]
        : null
    await expect(files.write(two)).rejects.toMatchObject({ code: 'storageFull' })
    expect([...objects.keys()]).toEqual([])
  },
)

test('a bucket that is not there, or refuses us, is a fault to try again after', async () => {
  trouble = () => [404, '<Error><Code>NoSuchBucket</Code></Error>']
  for (const ask of [
    () => files.write(two),
    () => files.read('abcdef12-320.webp'),
    () => files.remove([...two.keys()]),
  ]) {
    await expect(ask()).rejects.toMatchObject({ code: 'busy' })
  }
  trouble = () => [403, '<Error><Code>AccessDenied</Code></Error>']
  await expect(files.read('abcdef12-320.webp')).rejects.toMatchObject({
    code: 'busy',
    headers: { 'Retry-After': '5' },
  })
})

test('a passing fault of the bucket is tried again', async () => {
  let faults = 1
  trouble = () => (faults-- > 0 ? [503, '<Error><Code>SlowDown</Code></Error>'] : null)
  await files.write(new Map([['abcdef12-320.webp', bytes('small')]]))
  expect([...objects.keys()]).toEqual(['abcdef12-320.webp'])
})

test('an answer that ends too early is asked for again, and is no photo', async () => {
  await files.write(two)
  cuts = 1
  expect(await files.read('abcdef12-320.webp')).toEqual(bytes('small'))
  cuts = 2
  await expect(files.read('abcdef12-320.webp')).rejects.toMatchObject({
    code: 'busy',
    headers: { 'Retry-After': '5' },
  })
})

test('a bucket that cannot be reached is a fault, not a missing photo', async () => {
  const nowhere = createS3Files('http://a:b@127.0.0.1:1/photos')
  await expect(nowhere.read('abcdef12-320.webp')).rejects.toMatchObject({ code: 'busy' })
})

/**
 * The examples of “Authenticating Requests: Using the Authorization Header” in the reference of
 * Amazon S3.
 */
test.each<[string, string, string, Record<string, string>, string]>([
  [
    'a part of an object',
    'GET',
    'test.txt',
    { Range: 'bytes=0-9' },
    'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  ],
  [
    'a new object',
    'PUT',
    'test$file.text',
    { Date: 'Fri, 24 May 2013 00:00:00 GMT', 'x-amz-storage-class': 'REDUCED_REDUNDANCY' },
    '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
  ],
  [
    'a bucket’s lifecycle',
    'GET',
    '?lifecycle',
    {},
    'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543',
  ],
  [
    'a list',
    'GET',
    '?max-keys=2&prefix=J',
    {},
    '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
  ],
])('the signature of %s is the published one', async (_, method, path, headers, signature) => {
  const body = method === 'PUT' ? 'Welcome to Amazon S3.' : ''
  const signer = new AwsV4Signer({
    method,
    url: `https://examplebucket.s3.amazonaws.com/${path}`,
    headers: {
      ...headers,
      'X-Amz-Content-Sha256': createHash('sha256').update(body).digest('hex'),
    },
    ...(body ? { body } : {}),
    accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
    secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
    region: 'us-east-1',
    service: 's3',
    datetime: '20130524T000000Z',
    allHeaders: true,
  })
  expect(await signer.signature()).toBe(signature)
})
