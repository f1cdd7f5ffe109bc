import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { signOut } from '#core/accounts/sign-in/sign-in.contract.ts'
import { notifyMember } from '#core/live/event-hub.server.ts'
import { MINUTE } from '#lib/clock.ts'
import { markAsRead } from '#members/messages/inbox/inbox.contract.ts'
import { startApp, type TestApp } from '#tests/support/app.ts'
import { alice, becomesPremium, type CastMember, dan, writesTo } from '#tests/support/cast.ts'

let app: TestApp
let Alice: CastMember
let Dan: CastMember
beforeEach(async () => {
  app = await startApp()
  Alice = await alice(app)
  Dan = await dan(app)
  await becomesPremium(app, Dan)
})
afterEach(async () => app.close())

type Stream = {
  response: Response
  hints: Array<Record<string, unknown>>
  text(): string
  ended: Promise<void>
  leave(): Promise<void>
}

/**
 * A page made at `since`; one made later than anything that the cast did before is told nothing of
 * it.
 */
async function listens(
  member: CastMember,
  signal?: AbortSignal,
  since = app.clock.now().getTime() + MINUTE,
): Promise<Stream> {
  const response = await member.request(`/event/stream?since=${since}`, signal ? { signal } : {})
  const hints: Stream['hints'] = []
  let text = ''
  const reader = response.body?.getReader()
  if (!reader) throw new Error('no body')
  const ended = (async () => {
    const decoder = new TextDecoder()
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      const chunk = decoder.decode(part.value, { stream: true })
      text += chunk
      for (const [, data = ''] of chunk.matchAll(/^data: (.*)$/gm))
        hints.push(JSON.parse(data) as Record<string, unknown>)
    }
  })()
  return { response, hints, text: () => text, ended, leave: () => reader.cancel() }
}

const linesOf = (sentence: string) => app.logged.filter((line) => line.includes(sentence))

const writes = (from: CastMember, to: CastMember) => writesTo(from, to, 'Are you there?')

describe('an open stream', () => {
  test('says that it is ready, in a form that nothing on the way keeps or changes', async () => {
    const stream = await listens(Alice)
    await vi.waitFor(() => expect(stream.hints).toEqual([{ type: 'ready' }]))
    expect(stream.response.headers.get('Content-Type')).toBe('text/event-stream')
    expect(stream.response.headers.get('Cache-Control')).toBe('private, no-cache, no-transform')
    expect(stream.text()).toMatch(/^retry: \d+\n\n/)
  })

  test('is told at once of what came after the page was made, and of nothing before', async () => {
    const known = { type: 'message', otherId: Dan.id }
    const earlier = await listens(Alice)
    await writes(Dan, Alice)
    await vi.waitFor(() => expect(earlier.hints).toContainEqual(known))
    const rendered = app.clock.now().getTime()
    const hintsSince = async (time: number) => {
      const stream = await listens(Alice, undefined, time)
      await vi.waitFor(() => expect(stream.hints).toContainEqual({ type: 'ready' }))
      return stream.hints
    }
    expect(await hintsSince(rendered)).toContainEqual({ type: 'tickers' })
    app.clock.advance(1)
    expect(await hintsSince(rendered + 1)).toEqual([{ type: 'ready' }])
  })

  test('is told to ask where the process cannot know what came', async () => {
    const rendered = app.clock.now().getTime()
    await writes(Dan, Alice)
    app.clock.advance(2 * MINUTE)
    await writes(Dan, Alice)
    for (const time of [0, rendered - 1]) {
      const stream = await listens(Alice, undefined, time)
      await vi.waitFor(() => expect(stream.hints).toContainEqual({ type: 'tickers' }))
    }
  })

  test('hears of a message at both sides, and carries no word of it', async () => {
    const [hers, his] = await Promise.all([listens(Alice), listens(Dan)])
    await writes(Dan, Alice)
    await vi.waitFor(() => expect(hers.hints).toContainEqual({ type: 'message', otherId: Dan.id }))
    await vi.waitFor(() => expect(his.hints).toContainEqual({ type: 'message', otherId: Alice.id }))
    expect(hers.text()).not.toContain('Are you there?')
  })

  test('hears when somebody has read, and of nobody else’s affairs', async () => {
    await becomesPremium(app, Alice)
    await writes(Dan, Alice)
    const his = await listens(Dan)
    await Alice.calls(markAsRead, { body: { id: Dan.id } })
    await vi.waitFor(() => expect(his.hints).toContainEqual({ type: 'read', otherId: Alice.id }))
    expect(his.hints).not.toContainEqual({ type: 'tickers' })
  })

  test('hears nothing of a message that was refused', async () => {
    const his = await listens(Dan)
    await expect(writes(Alice, Dan)).rejects.toMatchObject({ code: 'needsPremium' })
    await writes(Dan, Alice)
    await vi.waitFor(() => expect(his.hints).toHaveLength(2))
    expect(his.hints.at(-1)).toEqual({ type: 'message', otherId: Alice.id })
  })

  test('is not begun for a HEAD, which would never read it and take a place for minutes', async () => {
    for (let time = 0; time < 6; time += 1) {
      const { status, headers } = await Alice.request('/event/stream', { method: 'HEAD' })
      expect([status, headers.get('Allow')]).toEqual([405, 'GET'])
    }
    expect((await listens(Alice)).response.status).toBe(200)
  })
})

describe('a stream ends', () => {
  test('when the session does, and only that session’s', async () => {
    const here = await listens(Alice)
    await Alice.calls(signOut)
    await here.ended
    expect(here.hints.at(-1)).toEqual({ type: 'signedOut' })
  })

  test('when the process stops, which tells each member another time to come back', async () => {
    const streams = [await listens(Alice), await listens(Dan)]
    app.drain()
    await Promise.all(streams.map(({ ended }) => ended))
    const waits = streams.map((stream) => Number(/retry: (\d+)\n\n$/.exec(stream.text())?.[1]))
    expect(new Set(waits).size).toBe(2)
    for (const wait of waits) expect([wait >= 1000, wait <= 1100]).toEqual([true, true])
  })

  test('when the browser goes, which makes room for another of the six', async () => {
    const streams = await Promise.all(Array.from({ length: 6 }, () => listens(Alice)))
    const seventh = await Alice.request('/event/stream')
    expect([seventh.status, seventh.headers.get('Retry-After')]).toEqual([429, '60'])
    await Alice.request('/event/stream')
    expect(linesOf('event streams were refused')).toEqual([
      expect.not.stringMatching(/requestId|accountId/),
    ])
    await streams[0]?.leave()
    expect((await listens(Alice)).response.status).toBe(200)
  })

  test('when it is never read, once two hundred hints wait for it', async () => {
    const unread = await Alice.request('/event/stream')
    for (let otherId = 1; otherId <= 300; otherId += 1)
      await notifyMember(app.db, Alice.id, { type: 'match', otherId })
    // It no longer counts as one of the six.
    await vi.waitFor(async () => {
      const streams = await Promise.all(Array.from({ length: 6 }, () => listens(Alice)))
      const statuses = streams.map(({ response }) => response.status)
      await Promise.all(streams.map(({ leave }) => leave()))
      expect(statuses).toEqual(Array(6).fill(200))
    })
    const waiting = (await unread.text()).match(/^data: /gm) ?? []
    expect(waiting.length).toBeGreaterThan(150)
    expect(waiting.length).toBeLessThan(210)
    expect(linesOf('event streams that nobody read were ended')).toEqual([
      expect.stringContaining('"times":1'),
    ])
  })

  test('a hundred times at once, as often as it is opened again, and nothing of them stays', async () => {
    const answers = await Promise.all(
      Array.from({ length: 100 }, async () => {
        const response = await Alice.request('/event/stream')
        await response.body?.cancel()
        return response
      }),
    )
    const refused = answers.filter(({ status }) => status !== 200)
    expect(refused.length).toBeLessThan(100)
    // On a machine with other work some wait too long for a connection to the database.
    for (const { status, headers } of refused)
      expect([[429, 503].includes(status), Number(headers.get('Retry-After')) > 0]).toEqual([
        true,
        true,
      ])
    for (let turn = 0; turn < 200; turn += 1)
      await (await Alice.request('/event/stream')).body?.cancel()
    // By now it is one of the polls of a minute that are too many.
    expect((await Alice.request('/event/stream')).status).toBe(429)
    expect((await Alice.request('/event/stream')).status).toBe(429)
    // A line a minute for all of them, which names nobody.
    const lines = linesOf('calls were refused').map((line) => JSON.parse(line) as object)
    expect(lines[0]).toMatchObject({ level: 30, limit: 'poll', times: 1 })
    expect(Object.keys(lines[0] ?? {}).toSorted()).toEqual([
      'hostname',
      'level',
      'limit',
      'msg',
      'pid',
      'time',
      'times',
    ])
    expect(lines.length).toBeLessThan(5)
    app.clock.advance(MINUTE)
    const stream = await listens(Alice)
    await writes(Dan, Alice)
    await vi.waitFor(() =>
      expect(stream.hints).toContainEqual({ type: 'message', otherId: Dan.id }),
    )
  })

  test('when the request is aborted', async () => {
    const controller = new AbortController()
    const stream = await listens(Alice, controller.signal)
    controller.abort()
    await stream.ended
    for (let n = 0; n < 6; n += 1) expect((await listens(Alice)).response.status).toBe(200)
  })
})

test('a stream is for members: a guest is refused', async () => {
  const guest = app.visitor('adultcrush')
  expect((await guest.request('/event/stream')).status).toBe(401)
})
