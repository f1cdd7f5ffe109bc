import { expect, test } from 'vitest'
import { placeIn, profileId, readTrail } from '#members/search/profile/trail.ts'

const trail = { ids: [7, 8, 9], back: '/search?radius=any', title: 'Search', upTo: 2 }

test('who is before and after is known for members of the list alone', () => {
  expect(placeIn(trail, 7)).toEqual({ before: null, after: 8 })
  expect(placeIn(trail, 8)).toEqual({ before: 7, after: 9 })
  expect(placeIn(trail, 9)).toEqual({ before: 8, after: null })
  expect(placeIn(trail, 10)).toBeNull()
})

test('what storage holds is read back, and anything else is none', () => {
  expect(readTrail(JSON.stringify(trail))).toEqual(trail)
  const wrong = [
    null,
    '',
    'nonsense',
    '{}',
    '[]',
    JSON.stringify({ ...trail, ids: ['7'] }),
    JSON.stringify({ ...trail, ids: [1.5] }),
    JSON.stringify({ ...trail, back: 'https://elsewhere.example/' }),
    JSON.stringify({ ...trail, back: '//elsewhere.example' }),
    JSON.stringify({ ...trail, back: 'javascript:alert(1)' }),
    JSON.stringify({ ...trail, title: 3 }),
  ]
  expect(wrong.map(readTrail)).toEqual(wrong.map(() => null))
})

test.each([
  ['/profile/view/id/12', 12],
  ['/profile/view/id/x', null],
  ['/profile/view/id/12/more', null],
  ['/profile/edit/profile', null],
])('%s is the profile of %s', (path, id) => {
  expect(profileId(path)).toBe(id)
})
