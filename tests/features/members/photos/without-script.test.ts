import { beforeEach, expect, test } from 'vitest'
import { listOwnPhotos, type OwnPhoto } from '#members/photos/own/photos.contract.ts'
import { app, withApp } from '#tests/support/app.ts'
import { type CastMember, joins } from '#tests/support/cast.ts'
import { aPhoto, storedFiles, upload } from '#tests/support/photos.ts'

/** What a member does with photos by forms that are posted without script. */

withApp()
let member: CastMember
let photos: readonly OwnPhoto[]
let count = 0
beforeEach(async () => {
  count += 1
  member = await joins(app, { brand: 'adultcrush', username: `Alice${count}` })
  for (let number = 0; number < 3; number += 1)
    await upload(member, await aPhoto({ width: 200, height: 240 }))
  photos = await mine()
})

const mine = () => member.calls(listOwnPhotos).then((answer) => answer.photos)
const PAGE = '/profile/edit/managePhotos'

async function post(
  who: CastMember,
  fields: Record<string, string | number>,
): Promise<{ status: number; to: string | null }> {
  const body = new URLSearchParams(
    Object.entries(fields).map(([name, value]) => [name, String(value)]),
  )
  const answer = await who.visit('/image/manage', {
    method: 'POST',
    headers: { Origin: `http://${who.host}` },
    body,
  })
  return { status: answer.status, to: answer.headers.get('Location') }
}

const at = (...places: number[]) => places.map((place) => photos[place]?.id)
const ids = async () => (await mine()).map(({ id }) => id)

test.each([
  ['earlier', 1, [1, 0, 2]],
  ['later', 1, [0, 2, 1]],
  ['first', 2, [2, 0, 1]],
  ['earlier', 0, [0, 1, 2]],
  ['later', 2, [0, 1, 2]],
])('%s of the photo at place %d', async (act, place, order) => {
  const [id] = at(place)
  expect(await post(member, { id: id as number, act })).toEqual({
    status: 303,
    to: `${PAGE}#photo-${id}`,
  })
  expect(await ids()).toEqual(at(...order))
  expect((await mine()).map(({ isPrimary }) => isPrimary)).toEqual([true, false, false])
})

test('turning goes by quarters in both directions, and keeps what is cropped', async () => {
  const [{ id }] = photos as [OwnPhoto]
  const crop = { x: 0, y: 0.5, width: 1, height: 0.5 }
  await member.posts(`/image/edit/id/${id}`, { turns: 0, crop, card: null })
  expect(await post(member, { id, act: 'turnRight' })).toEqual({
    status: 303,
    to: `${PAGE}?photo=${id}&saved=yes#one-photo`,
  })
  expect((await mine())[0]?.edit).toEqual({
    turns: 1,
    crop: { x: 0, y: 0, width: 0.5, height: 1 },
    card: null,
  })
  await post(member, { id, act: 'turnLeft' })
  expect((await mine())[0]?.edit).toEqual({ turns: 0, crop, card: null })
  await post(member, { id, act: 'turnLeft' })
  expect((await mine())[0]?.edit.turns).toBe(3)
})

test('what it shows and who sees it are saved; an unticked box makes it public again', async () => {
  const [{ id }] = photos as [OwnPhoto]
  await post(member, { id, act: 'save', description: 'At the lake', isPrivate: 'on' })
  expect((await mine()).find((one) => one.id === id)).toMatchObject({
    description: 'At the lake',
    isPrivate: true,
    isPrimary: false,
  })
  await post(member, { id, act: 'save', description: 'At the lake' })
  expect((await mine()).find((one) => one.id === id)).toMatchObject({
    description: 'At the lake',
    isPrivate: false,
  })
})

test('deleting takes the photo and its files, and hands its place on', async () => {
  const [first] = at(0)
  const before = (await storedFiles(app)).length
  expect(await post(member, { id: first as number, act: 'delete' })).toEqual({
    status: 303,
    to: `${PAGE}?deleted=yes#own-photos`,
  })
  expect(await ids()).toEqual(at(1, 2))
  expect((await mine())[0]?.isPrimary).toBe(true)
  expect((await storedFiles(app)).length).toBeLessThan(before)
  // Sent twice, as by a double click.
  expect((await post(member, { id: first as number, act: 'delete' })).status).toBe(404)
})

test('somebody else’s photo is not there, and a private one is not shown first', async () => {
  const other = await joins(app, { brand: 'adultcrush', username: `Bob${count}` })
  const [id] = at(1)
  for (const act of ['earlier', 'later', 'first', 'turnLeft', 'save', 'delete'])
    expect((await post(other, { id: id as number, act })).status).toBe(404)
  expect(await ids()).toEqual(at(0, 1, 2))
  await post(member, { id: id as number, act: 'save', isPrivate: 'on' })
  expect((await post(member, { id: id as number, act: 'first' })).status).toBe(409)
  expect((await post(member, { id: id as number, act: 'explode' })).status).toBe(422)
})

test('sent at the same moment, one deletes and the others find nothing; turns and moves are whole or refused', async () => {
  const [first, second, third] = at(0, 1, 2) as [number, number, number]
  const statuses = async (...sent: Array<Record<string, string | number>>) =>
    (await Promise.all(sent.map((fields) => post(member, fields)))).map(({ status }) => status)
  expect(
    (await statuses(...Array.from({ length: 4 }, () => ({ id: first, act: 'delete' })))).toSorted(),
  ).toEqual([303, 404, 404, 404])
  const turned = await statuses(
    { id: second, act: 'turnRight' },
    { id: second, act: 'turnRight' },
    { id: second, act: 'turnRight' },
  )
  // Changed meanwhile, or as many of a member's photos are being rendered as may be at once.
  expect(turned.filter((status) => ![303, 409, 503].includes(status))).toEqual([])
  expect(turned).toContain(303)
  expect((await mine()).find(({ id }) => id === second)?.edit.turns).toBe(
    turned.filter((status) => status === 303).length,
  )
  await statuses(
    { id: third, act: 'earlier' },
    { id: second, act: 'later' },
    { id: third, act: 'first' },
  )
  expect((await ids()).toSorted()).toEqual([second, third].toSorted())
  expect((await mine()).filter(({ isPrimary }) => isPrimary)).toHaveLength(1)
})

test('without a session, with another brand’s cookie, and with nonsense, nothing changes', async () => {
  const [id] = at(0) as [number]
  const body = () => new URLSearchParams({ id: String(id), act: 'delete' })
  const guest = app.visitor('adultcrush')
  const elsewhere = app.visitor('wivesnow')
  for (const [name, value] of member.cookies) elsewhere.cookies.set(name, value)
  for (const visitor of [guest, elsewhere]) {
    expect(
      (
        await visitor.visit('/image/manage', {
          method: 'POST',
          headers: { Origin: `http://${visitor.host}` },
          body: body(),
        })
      ).status,
    ).not.toBe(303)
    expect((await visitor.request('/image/manage', { method: 'POST', body: body() })).status).toBe(
      401,
    )
  }
  expect(
    (
      await member.visit('/image/manage', {
        method: 'POST',
        headers: { Origin: 'http://evil.example' },
        body: body(),
      })
    ).status,
  ).toBe(403)
  for (const nonsense of ['0', '-1', '1.5', 'NaN', '9'.repeat(40), ''])
    expect([404, 422]).toContain((await post(member, { id: nonsense, act: 'delete' })).status)
  expect((await post(member, { id, act: 'save', description: 'x'.repeat(10_000) })).status).toBe(
    422,
  )
  expect(await ids()).toEqual(at(0, 1, 2))
})
