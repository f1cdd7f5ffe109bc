import { expect, test, vi } from 'vitest'
import { openRemembered } from '#api/remembered.server.ts'
import { MINUTE, SECOND } from '#lib/clock.ts'

/**
 * What a process remembers of members' polls; with a whole product around it in
 * tests/features/members/viewer/remembered.
 */

const START = Date.UTC(2026, 10, 20, 12, 0, 0)

async function open() {
  let [say, miss]: [(payload: string) => void, () => void] = [() => undefined, () => undefined]
  const bus = { heardUntil: () => performance.now() }
  const events = new Map<number, number>()
  const remembered = await openRemembered(
    {
      heardUntil: () => bus.heardUntil(),
      async listen(_, heard, missed = () => undefined) {
        ;[say, miss] = [heard, missed]
        return async () => undefined
      },
    },
    { hadEventSince: (memberId, time) => (events.get(memberId) ?? 0) >= time },
  )
  let reads = 0
  /** How often it was read by then. */
  const ask = (
    memberId: number,
    { name = 'news', seconds = 0, until = null as Date | null } = {},
  ) =>
    remembered.of(memberId, name, new Date(START + seconds * SECOND), async () => ({
      value: (reads += 1),
      until,
    }))
  return {
    remembered,
    bus,
    events,
    ask,
    say: (payload: string) => say(payload),
    miss: () => miss(),
  }
}

test('each answer is read once, for each member and name', async () => {
  const { ask } = await open()
  expect([
    await ask(1),
    await ask(1),
    await ask(2),
    await ask(1, { name: 'credits' }),
    await ask(2),
  ]).toEqual([1, 1, 2, 3, 2])
})

test('it is read again after an event, an own act, and what makes people seen or unseen', async () => {
  const { remembered, events, ask, say, miss } = await open()
  const both = async (seconds: number) => [await ask(1, { seconds }), await ask(2, { seconds })]
  expect(await both(0)).toEqual([1, 2])
  events.set(1, START + 5 * SECOND)
  expect(await both(6)).toEqual([3, 2])
  remembered.forget(2)
  expect(await both(7)).toEqual([3, 4])
  say('1')
  expect(await both(8)).toEqual([5, 4])
  say('all')
  expect(await both(9)).toEqual([6, 7])
  miss()
  expect(await both(10)).toEqual([8, 9])
})

test('it is read again when it changes by itself, and by a clock that was set back', async () => {
  const { ask } = await open()
  const until = new Date(START + 10 * SECOND)
  expect([
    await ask(1, { until }),
    await ask(1, { seconds: 9 }),
    await ask(1, { seconds: 10 }),
  ]).toEqual([1, 1, 2])
  expect(await ask(1, { seconds: -60 })).toBe(3)
})

test.each([
  [3, 0],
  [5, 1],
])(
  'it is read again after three to five minutes, such as %i, whatever was announced',
  async (minutes, chance) => {
    const { ask, bus } = await open()
    vi.spyOn(Math, 'random').mockReturnValue(chance)
    const from = performance.now()
    const clock = vi.spyOn(performance, 'now').mockReturnValue(from)
    bus.heardUntil = () => performance.now()
    expect([await ask(1), await ask(1)]).toEqual([1, 1])
    clock.mockReturnValue(from + minutes * MINUTE - 1)
    expect(await ask(1)).toBe(1)
    clock.mockReturnValue(from + minutes * MINUTE)
    expect(await ask(1)).toBe(2)
    vi.restoreAllMocks()
  },
)

test('it is neither used nor kept while the bus says nothing', async () => {
  const { remembered, bus, ask } = await open()
  await ask(1)
  const from = performance.now()
  bus.heardUntil = () => from - 3 * SECOND
  expect([await ask(1), await ask(1), await ask(2)]).toEqual([2, 3, 4])
  expect(remembered.size()).toBe(1)
})

test('what was read before an act is not kept after it', async () => {
  const { remembered, ask } = await open()
  let answer: () => void = () => undefined
  const slow = remembered.of(
    1,
    'news',
    new Date(START),
    () =>
      new Promise<{ value: number; until: null }>(
        (resolve) => (answer = () => resolve({ value: 0, until: null })),
      ),
  )
  remembered.forget(1)
  answer()
  expect([await slow, await ask(1)]).toEqual([0, 1])
})

test('it is bounded, and keeps those who asked last', async () => {
  const { remembered, ask } = await open()
  for (let id = 1; id <= 20_001; id += 1) {
    await ask(id)
    if (id % 5000 === 0) await ask(1)
  }
  expect(remembered.size()).toBe(20_000)
  expect([await ask(1), await ask(2)]).toEqual([1, 20_002])
})
