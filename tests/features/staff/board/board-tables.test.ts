import { beforeAll, expect, test } from 'vitest'
import { app, withApp } from '#tests/support/app.ts'
import { type CastMember, worksAs } from '#tests/support/cast.ts'
import { renderer, withRenderer } from '#tests/support/rendered.ts'

/** What is long is drawn on the board, and each number of it is in a table on a page of its own. */

withApp()
withRenderer()
let olga: CastMember
beforeAll(async () => {
  olga = await worksAs(app, 'Olga', { roles: ['owner'] })
  const sums = [
    ['2026-11-18', 'payment', 'USD', 10_000],
    ['2026-11-18', 'refund', 'USD', 2500],
    ['2026-11-19', 'payment', 'EUR', 700],
    ['2026-11-19', 'chargeback', 'USD', 3000],
  ] as const
  await app.db
    .insertInto('brand_days')
    .values(
      sums.map(([day, measure, currency, sum]) => ({
        ...{ brand: '', measure, day, detail: 'gateway', source: '', currency, count: 1, sum },
      })),
    )
    .execute()
  const joined = {
    brand: '',
    measure: 'joined',
    detail: '',
    source: '',
    currency: '',
    sum: 0,
  } as const
  await app.db
    .insertInto('brand_months')
    .values({ ...joined, day: '2026-10-01', count: 8 })
    .execute()
  const cohort = { brand: '', joined: '2026-10-01', source: '' } as const
  await app.db
    .insertInto('cohort_months')
    .values([
      { ...cohort, month: 0, currency: '', came: 8, paid: 0, sum: 0 },
      { ...cohort, month: 1, currency: '', came: 2, paid: 0, sum: 0 },
      { ...cohort, month: 1, currency: 'USD', came: 0, paid: 1, sum: 2500 },
    ])
    .execute()
})

async function shows(query: string): Promise<string> {
  const host = 'www.adultcrush.localhost:4321'
  const answer = await app.frontDoor(
    new Request(`http://${host}/staff/board${query}`, {
      headers: {
        Host: host,
        Cookie: [...olga.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      },
    }),
    '203.0.113.9',
    renderer.shows({ file: 'staff/board.astro' }),
  )
  expect(answer.status).toBe(200)
  return answer.text()
}
const cellsOf = (html: string) =>
  [...html.matchAll(/<tr[^>]*>([^]*?)<\/tr>/g)].map(([, row = '']) =>
    [...row.matchAll(/<t[hd][^>]*>([^<]*)</g)].map(([, cell]) => cell),
  )

test('the table has a row a day and a column a currency, less what went back, and is a file as well', async () => {
  const board = await shows('?days=7')
  expect(board).toContain('USD: US$45.00 taken less what went back, by day.')
  expect(board).toContain('href="/staff/board?days=7&amp;table=money"')
  const table = await shows('?days=7&table=money')
  const rows = cellsOf(table)
  expect(rows[0]).toEqual(['Day', 'USD', 'EUR'])
  expect(rows).toHaveLength(1 + 7)
  expect(rows).toContainEqual(['18 Nov 2026', 'US$75.00', '€0.00'])
  expect(rows).toContainEqual(['19 Nov 2026', '-US$30.00', '€7.00'])
  const [, file = ''] = /href="data:text\/csv;charset=utf-8,([^"]+)"/.exec(table) ?? []
  expect(decodeURIComponent(file).split('\r\n')).toContain('2026-11-18,US$75.00,€0.00')
  expect(table).toContain('href="/staff/board?days=7"')
})

test('a day that is not over is compared with nothing, and told apart', async () => {
  const today = app.clock.now().toISOString().slice(0, 10)
  const taken = { brand: 'megaflirt', measure: 'payment', detail: 'gateway', source: '' } as const
  await app.db
    .insertInto('brand_days')
    .values({ ...taken, day: today, currency: 'EUR', count: 1, sum: 990 })
    .execute()
  const board = await shows('?days=7&brand=megaflirt')
  expect(board).toContain(
    'Today so far: 0 arrived, 0 joined, 0 paid for the first time; taken: €9.90.',
  )
  expect(board.split('€9.90')).toHaveLength(2)
  expect(board).toContain('Nothing was taken in these days.')
})

test('where nothing was taken, it says so', async () => {
  expect(await shows('?brand=wivesnow&table=money')).toContain('Nothing was taken in these days.')
})

test('who came back is a share on the board, and in the table with what they paid', async () => {
  const board = await shows('?days=7')
  expect(cellsOf(board)).toContainEqual(['Oct 2026', '8', '100 %', '25 %'])
  expect(board).toContain('href="/staff/board?days=7&amp;table=cohorts"')
  const table = await shows('?days=7&table=cohorts')
  expect(cellsOf(table)).toContainEqual(['Oct 2026', '8', '1', '2', '1', 'US$25.00'])
  const [, file = ''] = /href="data:text\/csv;charset=utf-8,([^"]+)"/.exec(table) ?? []
  expect(decodeURIComponent(file).split('\r\n')).toContain('2026-10,8,1,2,1,US$25.00')
  expect(table).toContain('href="/staff/board?days=7"')
})
