import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { brands } from '../../src/sites/registry.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { type CastMember, joins } from '../support/cast.ts'

/** Which file makes a help page: a prepared one cannot see a query. */

let app: TestApp
let alice: CastMember
beforeAll(async () => {
  app = await startApp()
  alice = await joins(app, { brand: 'adultcrush', username: 'Alice' })
})
afterAll(() => app.close())

const made = async (path: string, who = app.visitor('adultcrush')) => {
  const answer = await who.visit(path)
  return [answer.status, await answer.text()]
}

test.each([
  ['/help', '/brand/adultcrush/help'],
  ['/help/index', '/brand/adultcrush/help'],
  ['/help?from=mail', '/brand/adultcrush/help'],
  ['/help/block', '/brand/adultcrush/help/block'],
  ['/help/block?q=photo', '/brand/adultcrush/help/block'],
  ['/help?q=photo', '/helpSearch'],
  ['/help/index?q=photo', '/helpSearch'],
  ['/help?q=', '/helpSearch'],
  ['/help?q=a&q=b', '/helpSearch'],
  ['/help?q=%00%ff', '/helpSearch'],
])('%s is made by %s, for guests and members', async (path, file) => {
  expect(await made(path)).toEqual([200, `page:${file}`])
  expect(await made(path, alice)).toEqual([200, `page:${file}`])
})

test.each(['/helpSearch', '/helpSearch?q=photo', '/help/block/more', '/Help'])('%s is no page', async (path) => {
  expect((await made(path))[0]).toBe(404)
})

describe.each(brands.map(({ id }) => id))('%s', (id) => {
  test('searches by its own page', async () => {
    expect(await made('/help?q=photo', app.visitor(id))).toEqual([200, 'page:/helpSearch'])
  })
})
