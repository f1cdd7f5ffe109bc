import { describe, expect, test } from 'vitest'
import { accessesOf } from '#core/audit/accesses.sql.ts'
import type { PageLocals, Render } from '#front-door/visit.server.ts'
import { DAY, later } from '#lib/clock.ts'
import { getAdvice, getHideable } from '#staff/decisions/deciding/decide.contract.ts'
import { givesRoles } from '#tests/support/cast.ts'
import { aPhoto, upload } from '#tests/support/photos.ts'
import {
  withStaff,
  spam,
  app,
  Eve,
  Max,
  Ann,
  held,
  decides,
  about,
  takesEffect,
  statementOfLatest,
  latest,
  before,
  problem,
} from './decision-cast.ts'

/**
 * A photo that others see is hidden and an update removed, from a report or a file; and one such
 * decision is given back.
 */

withStaff()

const hideable = (query: { task?: number; accountId?: number }, by = Eve) =>
  by.calls(getHideable, { query })
const advice = () => Eve.calls(getAdvice, { query: { accountId: Ann.id } })
const nudity = { act: 'hidePhoto', policy: 'nudity', note: 'It shows more than it may.' } as const
const shades = (number: number) => `#${(number * 40 + 30).toString(16)}5020`
/**
 * Photos that others see, by their numbers; each has a colour of its own, since one that was
 * refused is refused at upload again.
 */
async function adds(count: number): Promise<number[]> {
  const ids: number[] = []
  for (let one = 0; one < count; one += 1)
    ids.push((await upload(Ann, await aPhoto({ width: 300, height: 400, colour: shades(one) }))).id)
  return ids
}
const seen = async () => {
  const rows = await app.services.db
    .selectFrom('photos')
    .select(['id', 'approved_at'])
    .where('account_id', '=', Ann.id)
    .orderBy('id')
    .execute()
  return rows.filter((row) => row.approved_at !== null).map(({ id }) => id)
}
const says = async (body: string) => {
  const row = { account_id: Ann.id, body, created_at: app.clock.now() }
  return (
    await app.services.db
      .insertInto('updates')
      .values(row)
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id
}
const updates = async () =>
  (
    await app.services.db
      .selectFrom('updates')
      .select('body')
      .where('account_id', '=', Ann.id)
      .orderBy('id')
      .execute()
  ).map(({ body }) => body)

describe('a photo that others see', () => {
  test('is hidden from the task of a report, by its name among the member’s photos, and the others stay', async () => {
    const [first, second] = await adds(2)
    const taskId = await held(Eve)
    const { photos } = await hideable({ task: taskId })
    expect(photos).toMatchObject([
      { label: 'Photo 1', src: expect.stringMatching(/^data:image\/webp;base64,/) },
      { label: 'Photo 2', src: expect.stringMatching(/^data:image\/webp;base64,/) },
    ])
    await decides(Eve, { ...spam, ...nudity, taskId, photo: photos[1]?.name })
    await takesEffect()
    expect([
      await seen(),
      (await statementOfLatest()).sections[0]?.paragraphs[0],
      await before(),
    ]).toEqual([[first], 'We have hidden one of your photos. Nobody but you sees it.', 1])
    expect(
      (await hideable({ accountId: Ann.id })).photos.map(({ name }) => name.replace(/~.*/, '')),
    ).toEqual([String(first)])
    // Each of both is given back alone.
    const { given } = await advice()
    expect(given).toEqual([
      { id: (await latest()).id, label: expect.stringContaining('hide the photo, photo 2') },
    ])
    await decides(Eve, about({ act: 'restore', reverses: given[0]?.id }))
    await takesEffect()
    expect([await seen(), await before(), (await advice()).given]).toEqual([[first, second], 0, []])
  })

  test('is hidden from the file', async () => {
    const [first] = await adds(1)
    const { photos } = await hideable({ accountId: Ann.id })
    await decides(Eve, about({ ...nudity, photo: photos[0]?.name }))
    await takesEffect()
    expect([first === undefined, await seen()]).toEqual([false, []])
  })

  test('and was cropped since staff looked at it is not', async () => {
    await adds(1)
    const { photos } = await hideable({ task: await held(Eve) })
    await Ann.posts(`/image/edit/id/${photos[0]?.name.replace(/~.*/, '')}`, {
      turns: 1,
      crop: null,
      card: null,
    })
    expect(await problem(decides(Eve, about({ ...nudity, photo: photos[0]?.name })))).toMatch(
      /photo was changed meanwhile/,
    )
  })

  test('and was deleted within the ten seconds is not said to be hidden', async () => {
    const [first] = await adds(1)
    await decides(
      Eve,
      about({ ...nudity, photo: (await hideable({ task: await held(Eve) })).photos[0]?.name }),
    )
    await Ann.request(`/image/delete/id/${first}`, { method: 'POST' })
    await takesEffect()
    expect((await statementOfLatest()).sections[0]?.paragraphs[0]).toContain(
      'which you have deleted',
    )
  })

  test('is looked at on record: for a report the member learns it a month later, for a file at once', async () => {
    const days = async (at = app.clock.now()) =>
      (await accessesOf(app.services.db, Ann.id, at)).filter(({ what }) => what === 'photos')
    await hideable({ task: await held(Eve) })
    expect([await days(), (await days(later(app.clock.now(), 31 * DAY))).length]).toEqual([[], 1])
    await hideable({ accountId: Ann.id })
    expect((await days()).length).toBe(1)
  })

  test('is shown to nobody of support, and to nobody who does not hold the task', async () => {
    const taskId = await held(Eve)
    expect(await problem(hideable({ task: taskId }, Max))).toMatch(/do not hold this task/)
    await givesRoles(app, Max, ['support'])
    expect(await problem(hideable({ accountId: Ann.id }, Max))).toMatch(/None of your roles/)
  })
})

test('an update is among the texts that can be removed, alone, and is given back with its date', async () => {
  const id = await says('Buy my things')
  await says('I like long walks')
  const { texts } = await advice()
  expect(texts.map(({ name, label }) => [name, label.replace(/^.*: /, '')]).slice(-2)).toEqual([
    [expect.stringMatching(/^update-/), 'I like long walks'],
    [`update-${id}`, 'Buy my things'],
  ])
  await decides(Eve, { ...spam, act: 'removeText', text: `update-${id}`, taskId: await held(Eve) })
  await takesEffect()
  const { given } = await advice()
  expect([await updates(), given.map(({ label }) => label)]).toEqual([
    ['I like long walks'],
    [expect.stringContaining('update “Buy my things”')],
  ])
  await decides(Eve, about({ act: 'restore', reverses: given[0]?.id }))
  await takesEffect()
  expect(await updates()).toEqual(['I like long walks', 'Buy my things'])
})

describe('a form without script', () => {
  /** Posts it as Eve's browser does; with what its page was given to show where it was refused. */
  async function posts(fields: Record<string, string>) {
    const shown: { answer: PageLocals['formAnswer'] } = { answer: null }
    const render: Render = async (_, path, { formAnswer }) => {
      shown.answer = formAnswer
      return new Response(`page:${path}`)
    }
    const headers = {
      Host: Eve.host,
      Origin: `http://${Eve.host}`,
      Cookie: [...Eve.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    }
    const sent = new Request(`http://${Eve.host}/staff/decide`, {
      method: 'POST',
      headers,
      body: new URLSearchParams(fields),
      redirect: 'manual',
    })
    const response = await app.frontDoor(sent, '203.0.113.7', render)
    return { status: response.status, next: response.headers.get('Location'), ...shown }
  }

  test('of a report that names no photo is refused at the choice, and keeps what was typed', async () => {
    await adds(1)
    const taskId = await held(Eve)
    const fields = {
      taskId: String(taskId),
      act: 'hidePhoto',
      policy: 'nudity',
      severity: 'medium',
      photo: '',
      note: 'It shows more than it may.',
    }
    const refused = await posts(fields)
    expect(refused).toMatchObject({
      status: 422,
      answer: {
        form: 'decide',
        values: fields,
        problem: { errors: [{ field: 'photo', message: 'Please choose which photo to hide.' }] },
      },
    })
    const { photos } = await hideable({ task: taskId })
    expect(await posts({ ...fields, photo: photos[0]?.name ?? '' })).toMatchObject({
      status: 303,
      next: expect.stringContaining('?done=decided'),
    })
    await takesEffect()
    expect(await seen()).toEqual([])
  })

  test('of a file that gives back what was given back meanwhile is refused in words', async () => {
    await decides(Eve, about())
    await takesEffect()
    const fields = {
      accountId: String(Ann.id),
      act: 'restore',
      reverses: String((await latest()).id),
    }
    expect((await posts(fields)).status).toBe(303)
    await takesEffect()
    expect(await posts(fields)).toMatchObject({
      status: 409,
      answer: {
        values: fields,
        problem: { detail: expect.stringContaining('no decision that could be taken back') },
      },
    })
  })
})
