import { afterAll, beforeAll, expect, test } from 'vitest'
import { linesFor, StartUpError } from '#process/start-up.server.ts'
import { startApp, type TestApp } from '#tests/support/app.ts'
import { joins } from '#tests/support/cast.ts'
import { refuseUnfinished, unfinishedJob } from '#unfinished.server.ts'

/** A production that lacks what members need does not start, or says so each hour. */

const production = { RUN_AS: 'production', SESSION_SECRET: 'k8Vq2ZxY7mNpR4tW9bHc3LfJ6sDgA1eU' }
let demo: TestApp
let refused: TestApp
let owned: TestApp
beforeAll(async () => {
  ;[demo, refused, owned] = await Promise.all([
    startApp(),
    startApp(production),
    startApp({ ...production, UNFINISHED: 'allow' }),
  ])
})
afterAll(() => Promise.all([demo, refused, owned].map((app) => app.close())))

async function start({ services: { settings, db } }: TestApp): Promise<string[]> {
  try {
    await refuseUnfinished(settings, db)
    return []
  } catch (error) {
    return error instanceof StartUpError ? (linesFor(error) ?? []) : Promise.reject(error)
  }
}

test('a production with a secret and a database alone is refused, a line a fact', async () => {
  const lines = await start(refused)
  expect([lines[0], lines.at(-1)]).toEqual([
    'This is not finished:',
    'Finish it, or set UNFINISHED=allow to show it as it is.',
  ])
  expect(lines.slice(1, -1).map((line) => line.split(' ')[0])).toEqual([
    'Mails',
    'The',
    'The',
    'Prices',
    'Nobody',
    'Counsel',
  ])
})

test('a demo starts, and so does what owns up to it', async () => {
  expect([await start(demo), await start(owned)]).toEqual([[], []])
})

test('what owns up to it says all of it in the log, at each run of an hour', async () => {
  const { run } = unfinishedJob.start(owned.services)
  const before = owned.logged.length
  for (let hour = 0; hour < 2; hour += 1) await run(new AbortController().signal)
  const said = owned.logged
    .slice(before)
    .filter((line) => line.includes('UNFINISHED=allow owns up to it'))
  expect(said).toHaveLength(2)
  for (const word of [
    'SMTP_URL',
    'GATEWAY_URL',
    'PARTNER_URL',
    'placeholder',
    'Counsel has not read',
  ])
    expect(said[0]).toContain(word)
  expect(unfinishedJob.period).toBe(3_600_000)
})

test('a published version that counsel has read counts, and one that is only a draft does not', async () => {
  const { db } = refused.services
  const source =
    refused.services.texts.sources().find(({ path }) => path === 'legal/all/trust.md') ??
    expect.fail('no such text')
  const counsel = async () =>
    (await start(refused)).find((line) => line.startsWith('Counsel')) ?? ''
  expect(await counsel()).toMatch(/\btrust\b/)
  const body = source.text.replace('review: pending', 'review: 2026-11-20')
  expect(body).not.toBe(source.text)
  const { id: author } = await joins(refused, { brand: 'adultcrush', username: 'Writer' })
  const { id } = await db
    .insertInto('content_revisions')
    .values({ path: source.path, body, author_id: author, created_at: refused.clock.now() })
    .returning('id')
    .executeTakeFirstOrThrow()
  expect(await counsel()).toMatch(/\btrust\b/)
  await db
    .updateTable('content_revisions')
    .set({ published_at: refused.clock.now() })
    .where('id', '=', id)
    .execute()
  expect(await counsel()).not.toMatch(/\btrust\b/)
})
