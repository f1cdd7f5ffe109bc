import { beforeAll, expect, test, vi } from 'vitest'
import type { Render } from '#front-door/visit.server.ts'
import { app, withApp } from '#tests/support/app.ts'
import { alice, type CastMember } from '#tests/support/cast.ts'

withApp()
let Alice: CastMember
beforeAll(async () => {
  Alice = await alice(app)
})

/** Visits a page whose parts ask for its viewer, at once and one after the other. */
async function visits(path: string, asks: number): Promise<unknown[]> {
  const viewers: unknown[] = []
  const render: Render = async (_, __, { viewer }) => {
    viewers.push(
      ...(await Promise.all(Array.from({ length: asks }, async () => viewer?.()))),
      await viewer?.(),
    )
    return new Response('page')
  }
  const headers = { Host: Alice.host, Cookie: `session=${Alice.cookies.get('session')}` }
  await app.frontDoor(
    new Request(`http://${Alice.host}${path}`, { headers }),
    '203.0.113.7',
    render,
  )
  return viewers
}

test('the viewer of a page is looked up once, however many of its parts ask', async () => {
  const counted = vi.spyOn(app.services.counts, 'hit')
  // A look-up counts as one poll of the tickers.
  const lookUps = () =>
    counted.mock.calls.filter(([key]) => key === `poll:account:${Alice.id}`).length
  const viewers = await visits('/dashboard', 4)
  expect(viewers).toHaveLength(5)
  expect(viewers[0]).toMatchObject({ userInfo: { username: 'Alice' } })
  expect([new Set(viewers).size, lookUps()]).toEqual([1, 1])
  // Another page is another look-up: what it shows is current.
  const [next] = await visits('/messages', 1)
  expect(next).not.toBe(viewers[0])
  expect(lookUps()).toBe(2)
  counted.mockRestore()
})
