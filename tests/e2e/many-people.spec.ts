import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { expect, test } from '@playwright/test'
import { signIn } from '../support/journey.ts'
import { type RunningServer, startServer } from '../support/server.ts'

/** Somebody who reads the network out is told when there is more, on each page in its own way. */

let server: RunningServer
test.beforeAll(async () => {
  server = await startServer({ DEMO: '1' })
})
test.afterAll(async () => server.stop())

test('who has seen a great many people is shown a sentence, and everything else', async ({ page }) => {
  await signIn(page, server.origin('adultcrush'), 'alice')
  const cookie = (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')

  /** A page of people, as a script asks for it. */
  const ask = (number: number): Promise<{ status: number; body: string }> =>
    new Promise((resolve, reject) => {
      const headers = { host: new URL(server.origin('adultcrush', 'api')).host, cookie, 'x-requested-with': 'x' }
      const path = `/search/users?radius=any&country=any&gender=woman&gender=man&gender=couple&gender=nonbinary&page=${number}`
      request({ host: '127.0.0.1', port: server.port, path, headers }, (response) => {
        text(response).then((body) => resolve({ status: response.statusCode ?? 0, body }), reject)
      })
        .on('error', reject)
        .end()
    })
  let seen = 0
  let refused: string | null = null
  for (let number = 1; number <= 60 && refused === null; number += 1) {
    const { status, body } = await ask(number)
    if (status === 429) refused = (JSON.parse(body) as { detail: string }).detail
    else seen += (JSON.parse(body) as { members: unknown[] }).members.length
  }
  expect(refused).toMatch(/^You have seen 800 people in a short time\. We show more of them in \d+ minutes\.$/)
  expect(seen).toBeGreaterThan(700)
  expect(seen).toBeLessThan(850)

  const search = await page.goto(`${server.origin('adultcrush')}/search/50?radius=any&country=any&gender=woman&gender=man&gender=couple&gender=nonbinary`)
  expect([search?.status(), Number(search?.headers()['retry-after'])]).toEqual([429, expect.any(Number)])
  await expect(page.getByText('You have seen 800 people in a short time.')).toBeVisible()
  // Whom Alice has seen, she may see again; the rest of the house is open.
  expect(
    (await page.goto(`${server.origin('adultcrush')}/search?radius=any&country=any&gender=woman&gender=man&gender=couple&gender=nonbinary`))?.status(),
  ).toBe(200)
  expect((await page.goto(`${server.origin('adultcrush')}/dashboard`))?.status()).toBe(200)
  expect((await page.goto(`${server.origin('adultcrush')}/messages`))?.status()).toBe(200)
})
