import { beforeAll, describe, expect, test } from 'vitest'
import { byCategory, oftenAsked, relatedTo } from '#guests/help/help.ts'
import { brands } from '#sites/registry.ts'
import { app, withApp } from '../support/app.ts'
import { type CastMember, joins } from '../support/cast.ts'
import { shippedTexts } from '../support/texts.ts'

/** Which file makes a help page: a prepared one cannot see a query. */

withApp()
let alice: CastMember
beforeAll(async () => {
  alice = await joins(app, { brand: 'adultcrush', username: 'Alice' })
})

/**
 * The status of an address, and the file that made its page: that of guests, below whatever folder,
 * or one of its own.
 */
const made = async (path: string, who = app.visitor('adultcrush')) => {
  const answer = await who.visit(path)
  return [answer.status, (await answer.text()).replace(/^page:(\/brand\/\w+|\/live)?/, '')]
}

test.each([
  ['/help', '/help'],
  ['/help/index', '/help'],
  ['/help?from=mail', '/help'],
  ['/help/block', '/help/block'],
  ['/help/block?q=photo', '/help/block'],
  ['/help?q=photo', '/helpSearch'],
  ['/help/index?q=photo', '/helpSearch'],
  ['/help?q=', '/helpSearch'],
  ['/help?q=a&q=b', '/helpSearch'],
  ['/help?q=%00%ff', '/helpSearch'],
])('%s is made by %s, for guests and members', async (path, file) => {
  expect(await made(path)).toEqual([200, file])
  expect(await made(path, alice)).toEqual([200, file])
})

test.each(['/helpSearch', '/helpSearch?q=photo', '/help/block/more', '/Help'])(
  '%s is no page',
  async (path) => {
    expect((await made(path))[0]).toBe(404)
  },
)

describe.each(brands.map((brand) => [brand.id, brand] as const))('%s', (id, brand) => {
  const questions = shippedTexts.help(brand)

  test('searches by its own page', async () => {
    expect(await made('/help?q=photo', app.visitor(id))).toEqual([200, '/helpSearch'])
  })

  test('has four questions to begin with, one of them about its way of paying', () => {
    const often = oftenAsked(questions)
    expect(often).toHaveLength(4)
    expect(often.filter(({ category }) => category === 'paying')).toHaveLength(1)
  })

  test('has all questions under one heading, and others to go on to from each', () => {
    expect(byCategory(questions).flatMap((group) => group.questions)).toEqual(questions)
    for (const question of questions) {
      const related = relatedTo(question, questions)
      expect(related.length).toBeGreaterThan(0)
      expect(related).not.toContain(question)
    }
  })
})
