import { beforeAll, describe, expect, test } from 'vitest'
import { app, type Visitor, withApp } from '../support/app.ts'
import { type CastMember, joins } from '../support/cast.ts'

/**
 * Forms made to hold the process, or its memory (assurance 31). The first took 31 seconds for
 * 56,000 names.
 */

withApp()
let stranger: Visitor
let alice: CastMember
let nina: CastMember
beforeAll(async () => {
  stranger = app.visitor('adultcrush')
  alice = await joins(app, { brand: 'adultcrush', username: 'Alice' })
  nina = await joins(app, {
    brand: 'adultcrush',
    username: 'Nina',
    steps: ['uploadPhotoDescription'],
  })
})

const names = (count: number) => Array.from({ length: count }, (_, index) => `f${index}`)
const urlencoded = (count: number) =>
  names(count)
    .map((name) => `${name}=`)
    .join('&')
const multipart = (count: number) =>
  names(count)
    .map((name) => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n\r\n`)
    .join('') + '--x--\r\n'
const words = { 'Content-Type': 'application/x-www-form-urlencoded' }
const parts = { 'Content-Type': 'multipart/form-data; boundary=x' }

/** Posts as a form of the page does; `status` is that of the page shown. */
async function submit(
  who: Visitor,
  path: string,
  headers: Record<string, string>,
  body: BodyInit,
): Promise<number> {
  const init = {
    method: 'POST',
    headers: { Origin: `http://${who.host}`, ...headers },
    body,
    duplex: 'half',
  }
  return (await who.visit(path, init)).status
}

describe('a form of very many fields', () => {
  test.each([
    [
      'words, where a photo is taken, from a stranger',
      () => stranger,
      '/registration/uploadStep',
      words,
      urlencoded(56_000),
      401,
    ],
    [
      'words, where a photo is taken',
      () => nina,
      '/registration/uploadStep',
      words,
      urlencoded(56_000),
      415,
    ],
    ['words of more than 64 KiB', () => stranger, '/site/signin', words, urlencoded(50_000), 413],
    ['words of less', () => stranger, '/site/signin', words, '&'.repeat(60_000), 413],
    [
      'parts, in which a photo could be',
      () => nina,
      '/registration/uploadStep',
      parts,
      multipart(50_000),
      413,
    ],
    [
      'parts of one letter’s boundary',
      () => nina,
      '/registration/uploadStep',
      { 'Content-Type': 'multipart/form-data; boundary="f"' },
      '--f'.repeat(50_000),
      413,
    ],
    ['a field more than there may be', () => stranger, '/site/signin', words, urlencoded(202), 413],
  ] as const)('is refused before it is parsed: %s', async (_, who, path, headers, body, status) => {
    expect(await submit(who(), path, headers, body)).toBe(status)
  })

  test('is refused by the API and in a query, too', async () => {
    const body = multipart(50_000)
    expect(
      (await nina.request('/registration/uploadStep', { method: 'POST', headers: parts, body }))
        .status,
    ).toBe(413)
    expect((await alice.request(`/search/users?${urlencoded(5000)}`)).status).toBe(413)
    expect((await stranger.visit(`/help?q=x&${urlencoded(5000)}`)).status).toBeLessThan(500)
  })

  test('of as many as there may be is read, and a name that comes twice is a list', async () => {
    expect(
      await submit(
        stranger,
        '/site/signin',
        words,
        `login=Alice&password=wrong&${urlencoded(198)}`,
      ),
    ).toBe(401)
    expect(
      await submit(stranger, '/site/signin', words, 'login=Alice&login=Alice&password=wrong'),
    ).toBe(422)
  })

  test('in JSON is told its first mistakes, not ten thousand', async () => {
    const body = JSON.stringify({ lookingFor: Array.from({ length: 15_000 }, () => 'x') })
    const answer = await stranger.request('/registration/save', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body,
    })
    const text = await answer.text()
    expect([answer.status, text.length < 10_000]).toEqual([422, true])
  })
})

/** Ten megabytes that count how much of them was asked for. */
function tenMegabytes() {
  const asked = { bytes: 0 }
  const head = new TextEncoder().encode(
    '--x\r\nContent-Disposition: form-data; name="photo"; filename="a.jpg"\r\nContent-Type: image/jpeg\r\n\r\n',
  )
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const chunk = asked.bytes === 0 ? head : new Uint8Array(16 * 1024)
        asked.bytes += chunk.length
        controller.enqueue(chunk)
        if (asked.bytes > 10 * 1024 * 1024) controller.close()
      },
    },
    { highWaterMark: 0 },
  )
  return { asked, body }
}

describe('a large body', () => {
  const size = { 'Content-Length': String(10 * 1024 * 1024 + 100) }

  test.each([
    ['a stranger', () => stranger, '/registration/uploadStep', 401],
    ['a stranger who would add a photo', () => stranger, '/image/upload', 401],
  ] as const)('of %s is not read at all', async (_, who, path, status) => {
    const { asked, body } = tenMegabytes()
    expect(await submit(who(), path, { ...parts, ...size }, body)).toBe(status)
    expect(asked.bytes).toBe(0)
    const toApi = tenMegabytes()
    const init = {
      method: 'POST',
      headers: { ...parts, ...size },
      body: toApi.body,
      duplex: 'half',
    }
    expect((await who().request(path, init as Parameters<Visitor['request']>[1])).status).toBe(
      status,
    )
    expect(toApi.asked.bytes).toBe(0)
  })

  test('of a member is not read once there were too many', async () => {
    const olga = await joins(app, {
      brand: 'adultcrush',
      username: 'Olga',
      steps: ['uploadPhotoDescription'],
    })
    for (let tries = 0; tries < 30; tries += 1)
      await submit(olga, '/registration/uploadStep', parts, multipart(1))
    const { asked, body } = tenMegabytes()
    expect(await submit(olga, '/registration/uploadStep', { ...parts, ...size }, body)).toBe(429)
    expect(asked.bytes).toBe(0)
  })

  test('that does not say how large it is, is a small one', async () => {
    const { asked, body } = tenMegabytes()
    expect(await submit(alice, '/image/upload', parts, body)).toBe(413)
    expect(asked.bytes).toBeLessThan(128 * 1024)
  })

  test('where words are expected is read up to 64 KiB, to be shown again', async () => {
    const { asked, body } = tenMegabytes()
    expect(await submit(stranger, '/help/save', parts, body)).toBe(413)
    expect(asked.bytes).toBeLessThan(128 * 1024)
  })
})

test('words that come too often are shown again with the reason', async () => {
  const who = app.visitor('adultcrush', { ip: '198.51.100.77' })
  const body = 'login=nobody-here&password=wrong'
  for (let tries = 0; tries < 10; tries += 1)
    await submit(who, '/site/signin', words, `${body}${tries}`)
  const answer = await who.visit('/site/signin', {
    method: 'POST',
    headers: { Origin: `http://${who.host}`, ...words },
    body,
  })
  expect([answer.status, await answer.text()]).toEqual([429, 'page:/form/sign-in'])
  expect(Number(answer.headers.get('Retry-After'))).toBeGreaterThan(0)
})
