import { describe, expect, test } from 'vitest'
import { helpIndex, logHelp } from '#guests/help/help.contract.ts'
import { DAY, HOUR } from '#lib/clock.ts'
import { app, type Visitor, withApp } from '#tests/support/app.ts'
import { joins } from '#tests/support/cast.ts'

/** The questions of the help pages, and what people make of the answers. */

withApp()
let visitors = 0

const somebody = (brand = 'adultcrush') => app.visitor(brand, { ip: `192.0.2.${(visitors += 1)}` })
const index = (who: Visitor, q?: string) => who.calls(helpIndex, { query: { q } })
const logs = (who: Visitor, questionId: string, wasUseful: boolean | 'true' | 'false') =>
  who.calls(logHelp, { body: { questionId, wasUseful } })
const votes = () =>
  app.db
    .selectFrom('help_votes')
    .selectAll()
    .orderBy('brand')
    .orderBy('question_id')
    .orderBy('day')
    .execute()

describe('GET /help/index', () => {
  test('gives a guest every question with its answer, by category, in the order of the help page', async () => {
    const { found, categories } = await index(somebody())
    expect(categories.map(({ id }) => id)).toEqual([
      'joining',
      'profile',
      'meeting',
      'messages',
      'paying',
      'privacy',
      'safety',
      'leaving',
    ])
    expect(categories[0]).toMatchObject({ name: 'Joining and signing in' })
    const questions = categories.flatMap((category) => category.questions)
    expect(found).toBe(questions.length)
    expect(questions.find(({ id }) => id === 'forgot-password')).toMatchObject({
      title: expect.stringContaining('password'),
      html: expect.stringContaining('<p>'),
    })
    expect(questions.every((question) => !('order' in question))).toBe(true)
  })

  test('gives each brand its own: of how it bills, and with its name', async () => {
    const [subscription, credits] = await Promise.all([
      index(somebody('adultcrush')),
      index(somebody('wivesnow')),
    ])
    const ids = ({ categories }: typeof credits) =>
      categories.flatMap(({ questions }) => questions.map(({ id }) => id))
    expect(ids(credits)).toContain('credits')
    expect(ids(subscription)).not.toContain('credits')
    expect(JSON.stringify(credits)).not.toMatch(/AdultCrush|\{\{/)
  })

  test('with a query, gives what it finds, best first', async () => {
    const { found, categories } = await index(somebody(), 'forgot my pasword')
    expect(categories[0]?.questions[0]?.id).toBe('forgot-password')
    expect(found).toBeLessThan(10)
    expect(await index(somebody(), 'xyzzy')).toEqual({ found: 0, categories: [] })
  })

  test('is there for members too, whatever is left of joining', async () => {
    const nora = await joins(app, {
      brand: 'adultcrush',
      username: 'Nora',
      steps: ['justRegistered'],
    })
    expect((await index(nora)).found).toBeGreaterThan(20)
  })

  test.each([
    ['too long a query', `q=${'x'.repeat(201)}`],
    ['two queries', 'q=a&q=b'],
    ['what no database can hold', 'q=%00'],
  ])('refuses %s', async (_, query) => {
    expect((await somebody().request(`/help/index?${query}`)).status).toBe(422)
  })
})

describe('POST /help/log', () => {
  test('counts by brand, question and day, and keeps nothing about who it was', async () => {
    const alice = await joins(app, { brand: 'adultcrush', username: 'Alice' })
    const guest = somebody()
    expect(await logs(guest, 'refund', true)).toEqual({
      ok: true,
      next: '/help/refund#feedback-sent',
    })
    await logs(alice, 'refund', true)
    await logs(guest, 'refund', false)
    await logs(somebody('steamyplay'), 'refund', true)
    app.clock.advance(DAY)
    await logs(guest, 'refund', 'false')
    expect(await votes()).toEqual([
      { brand: 'adultcrush', question_id: 'refund', day: '2026-11-20', useful: 2, not_useful: 1 },
      { brand: 'adultcrush', question_id: 'refund', day: '2026-11-21', useful: 0, not_useful: 1 },
      { brand: 'steamyplay', question_id: 'refund', day: '2026-11-20', useful: 1, not_useful: 0 },
    ])
  })

  test('loses none of many at once', async () => {
    await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        logs(somebody('xmeeting'), 'block', index % 2 === 0),
      ),
    )
    expect((await votes()).find(({ brand }) => brand === 'xmeeting')).toMatchObject({
      useful: 10,
      not_useful: 10,
    })
  })

  test.each(['no-such-question', '', '../refund', 'credits'])(
    'knows no question “%s” on this brand',
    async (questionId) => {
      await expect(logs(somebody(), questionId, true)).rejects.toMatchObject({
        code: 'notFound',
        message: 'There is no such question any more.',
      })
    },
  )

  test.each([undefined, 'maybe', 1, null])('takes no %j for an answer', async (wasUseful) => {
    const body = JSON.stringify({ questionId: 'refund', wasUseful })
    const answer = await somebody().request('/help/log', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body,
    })
    expect(answer.status).toBe(422)
  })

  test('is enough after sixty in an hour from one address', async () => {
    const eager = somebody('meetwives')
    for (let n = 0; n < 60; n += 1) await logs(eager, 'block', true)
    await expect(logs(eager, 'block', true)).rejects.toMatchObject({
      code: 'tooMany',
      retryAfter: 3600,
    })
    await logs(somebody('meetwives'), 'block', true)
    app.clock.advance(HOUR)
    await logs(eager, 'block', true)
  })
})

describe('the form below an answer, without script', () => {
  const press = (who: Visitor, fields: Record<string, string>, Origin = `http://${who.host}`) =>
    who.visit('/help/log', {
      method: 'POST',
      headers: { Origin },
      body: new URLSearchParams(fields),
    })

  test('leads back to the answer, which says thank you', async () => {
    const answer = await press(somebody('megaflirt'), { questionId: 'block', wasUseful: 'true' })
    expect([answer.status, answer.headers.get('Location')]).toEqual([
      303,
      '/help/block#feedback-sent',
    ])
    expect((await votes()).find(({ brand }) => brand === 'megaflirt')).toMatchObject({
      useful: 1,
      not_useful: 0,
    })
  })

  test('about a question that is not there says so', async () => {
    expect((await press(somebody(), { questionId: 'nothing', wasUseful: 'true' })).status).toBe(404)
  })

  test('from another site is refused', async () => {
    expect(
      (await press(somebody(), { questionId: 'block', wasUseful: 'true' }, 'http://evil.example'))
        .status,
    ).toBe(403)
  })
})
