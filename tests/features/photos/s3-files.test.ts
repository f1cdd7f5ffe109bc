import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { PhotoFiles } from '../../../src/features/photos/files.server.ts'
import { createS3Files } from '../../../src/features/photos/s3-files.server.ts'

const KEY = 'AKIDEXAMPLE'
const SECRET = 'se/cret+key'

let server: Server
let files: PhotoFiles
/** What the bucket holds. */
const objects = new Map<string, Buffer>()
/** How the bucket answers a request, if not as it should. */
let trouble: (method: string, path: string) => [status: number, body: string] | null
/** Requests whose signature did not hold. */
let unsigned: string[]

beforeEach(async () => {
  objects.clear()
  trouble = () => null
  unsigned = []
  server = createServer((request, response) => {
    void buffer(request).then((body) => {
      const [status, answer] = answerTo(request, body)
      response.writeHead(status).end(answer)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  files = createS3Files(`http://${KEY}:${encodeURIComponent(SECRET)}@127.0.0.1:${port}/photos?region=eu-west-3`)
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
  if (url.searchParams.get('list-type') === '2') return [200, listing(url.searchParams.get('continuation-token'))]
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
  const contents = page.map((name) => `<Contents><Key>${name}</Key><LastModified>2026-11-20T10:00:00.000Z</LastModified></Contents>`)
  const next = start + 2 < names.length ? `<NextContinuationToken>=${start + 2}</NextContinuationToken>` : ''
  return `<ListBucketResult>${contents.join('')}${next}</ListBucketResult>`
}

/** Signature version 4 as its document says, written down a second time. */
function isSigned(request: IncomingMessage, url: URL, body: Buffer): boolean {
  const hash = (data: string | Buffer) => createHash('sha256').update(data).digest('hex')
  const mac = (key: string | Buffer, data: string) => createHmac('sha256', key).update(data).digest()
  const authorization = request.headers.authorization ?? ''
  const [, credential = '', names = '', signature = ''] =
    /^AWS4-HMAC-SHA256 Credential=([^,]+), SignedHeaders=([^,]+), Signature=(\w+)$/.exec(authorization) ?? []
  const [key, day = '', region = '', service = '', end = ''] = credential.split('/')
  if (key !== KEY || region !== 'eu-west-3' || request.headers['x-amz-content-sha256'] !== hash(body)) return false
  const query = [...url.searchParams]
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .toSorted()
    .join('&')
  const headers = names.split(';').map((name) => `${name}:${String(request.headers[name]).trim()}\n`)
  const canonical = [request.method, url.pathname, query, headers.join(''), names, hash(body)].join('\n')
  const scope = [day, region, service, end].join('/')
  const toSign = ['AWS4-HMAC-SHA256', request.headers['x-amz-date'], scope, hash(canonical)].join('\n')
  const signing = [region, service, end].reduce<Buffer>((previous, part) => mac(previous, part), mac(`AWS4${SECRET}`, day))
  return mac(signing, toSign).toString('hex') === signature
}

const bytes = (text: string) => new TextEncoder().encode(text)
const two = new Map([
  ['abcdef12-320.webp', bytes('small')],
  ['abcdef12-720.webp', bytes('larger')],
])

test('what is written is read and removed, every request signed', async () => {
  await files.write(two)
  expect(new TextDecoder().decode((await files.read('abcdef12-720.webp')) ?? undefined)).toBe('larger')
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

test('a bucket without room says storageFull and keeps none of the files', async () => {
  trouble = (method, path) => (method === 'PUT' && path.includes('720') ? [507, '<Error><Code>XMinioStorageFull</Code></Error>'] : null)
  await expect(files.write(two)).rejects.toMatchObject({ code: 'storageFull' })
  expect([...objects.keys()]).toEqual([])
})

test('a bucket that is not there, or refuses us, is a fault to try again after', async () => {
  trouble = () => [404, '<Error><Code>NoSuchBucket</Code></Error>']
  await expect(files.write(two)).rejects.toMatchObject({ code: 'busy' })
  trouble = () => [403, '<Error><Code>AccessDenied</Code></Error>']
  await expect(files.read('abcdef12-320.webp')).rejects.toMatchObject({ code: 'busy', headers: { 'Retry-After': '5' } })
})

test('a passing fault of the bucket is tried again', async () => {
  let faults = 1
  trouble = () => (faults-- > 0 ? [503, '<Error><Code>SlowDown</Code></Error>'] : null)
  await files.write(new Map([['abcdef12-320.webp', bytes('small')]]))
  expect([...objects.keys()]).toEqual(['abcdef12-320.webp'])
})

test('a bucket that cannot be reached is a fault, not a missing photo', async () => {
  const nowhere = createS3Files('http://a:b@127.0.0.1:1/photos')
  await expect(nowhere.read('abcdef12-320.webp')).rejects.toMatchObject({ code: 'busy' })
})
