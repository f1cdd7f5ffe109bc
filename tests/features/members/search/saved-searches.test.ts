import { beforeAll, expect, test } from 'vitest'
import {
  deleteSearch,
  savedSearches,
  saveSearch,
} from '#members/search/saved-searches/saved-searches.contract.ts'
import { MOST_SAVED } from '#members/search/saved-searches/saved-searches.ts'
import { app, withApp } from '#tests/support/app.ts'
import { alice, bob, type CastMember } from '#tests/support/cast.ts'

withApp()
let a: CastMember
let b: CastMember

beforeAll(async () => {
  a = await alice(app)
  b = await bob(app)
})

const saved = async (who: CastMember) => (await who.calls(savedSearches)).saved
const save = (who: CastMember, query: string, name = '') =>
  who.calls(saveSearch, { body: { name, query } })
const forget = (who: CastMember, id: number) => who.calls(deleteSearch, { body: { id } })

test('a search is kept under its name, or under what it looks for, and leads back to itself', async () => {
  expect(await save(a, 'gender=man&country=US&ageFrom=30&ageTo=40&radius=50')).toMatchObject({
    name: 'Men aged 30 to 40 within 30 miles of New York City',
    next: '/search?gender=man&ageFrom=30&ageTo=40&country=US&radius=50',
  })
  await save(a, 'gender=couple&country=US&online=on', '  Tonight ')
  expect((await saved(a)).map(({ name }) => name)).toEqual([
    'Men aged 30 to 40 within 30 miles of New York City',
    'Tonight',
  ])
  expect(await saved(b)).toEqual([])
})

test('the same search saved again has the new name, however its address is written', async () => {
  await save(a, 'radius=50&ageTo=40&ageFrom=30&country=US&gender=man', 'Thirties')
  expect((await saved(a)).map(({ name }) => name)).toEqual(['Thirties', 'Tonight'])
})

test('nobody else’s is deleted; one’s own once', async () => {
  const [first] = await saved(a)
  const id = first?.id ?? 0
  await expect(forget(b, id)).rejects.toMatchObject({ code: 'notFound' })
  await forget(a, id)
  await expect(forget(a, id)).rejects.toMatchObject({ code: 'notFound' })
  expect((await saved(a)).map(({ name }) => name)).toEqual(['Tonight'])
})

test('there are ten at most, also when many are saved at once', async () => {
  const tries = await Promise.allSettled(
    Array.from({ length: MOST_SAVED + 5 }, (_, n) => save(b, `country=US&ageFrom=${20 + n}`)),
  )
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(MOST_SAVED)
  const kept = await saved(b)
  expect(kept).toHaveLength(MOST_SAVED)
  await expect(save(b, 'country=any')).rejects.toMatchObject({ code: 'conflict' })
  expect((await save(b, kept[0]?.query ?? '', 'Renamed')).name).toBe('Renamed')
})

test.each([
  'radius=7',
  'gender=robot',
  'ageFrom=old',
  'country=Atlantis',
  'sort=cheapest',
  'place=Nowhere+at+all',
])('%s is not saved', async (query) => {
  await expect(save(a, query)).rejects.toMatchObject({ code: 'invalid' })
})

test('without script a form saves and deletes, and leads to the search', async () => {
  const post = (path: string, fields: Record<string, string>) =>
    a.visit(path, {
      method: 'POST',
      headers: { Origin: `http://${a.host}` },
      body: new URLSearchParams(fields),
    })
  const done = await post('/search/save', { name: 'By form', query: 'country=any&gender=man' })
  expect([done.status, done.headers.get('Location')]).toEqual([
    303,
    '/search?gender=man&country=any&radius=any',
  ])
  const id = String((await saved(a)).find(({ name }) => name === 'By form')?.id)
  const gone = await post('/search/deleteSaved', { id })
  expect([gone.status, gone.headers.get('Location')]).toEqual([303, '/search'])
  expect((await saved(a)).map(({ name }) => name)).toEqual(['Tonight'])
})
