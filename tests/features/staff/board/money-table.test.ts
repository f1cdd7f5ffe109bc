import { beforeAll, expect, test } from 'vitest'
import { app, withApp } from '#tests/support/app.ts'
import { type CastMember, worksAs } from '#tests/support/cast.ts'
import { renderer, withRenderer } from '#tests/support/rendered.ts'

/** Money as a chart on the board, and each sum of it as a table on a page of its own. */

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

test('where nothing was taken, it says so', async () => {
  expect(await shows('?brand=wivesnow&table=money')).toContain('Nothing was taken in these days.')
})
