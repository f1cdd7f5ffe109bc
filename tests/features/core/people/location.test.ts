import { expect, test } from 'vitest'
import { app, withApp } from '#tests/support/app.ts'
import { alice } from '#tests/support/cast.ts'

/** Places over the API; the gazetteer itself is in places.test.ts. */

withApp()

test('anybody may look for a town while joining, and browsers keep what they were told', async () => {
  const answer = await app.visitor('adultcrush').request('/location/places?country=GB&query=lond')
  expect([answer.status, answer.headers.get('Cache-Control')]).toEqual([200, 'max-age=3600'])
  const { places } = (await answer.json()) as { places: unknown[] }
  // No coordinates: a town is chosen by name.
  expect(places[0]).toEqual({ id: 2643743, name: 'London', region: 'England', country: 'GB' })
})

test('where I am is where I said I was, whatever address I come from', async () => {
  const member = await alice(app)
  expect(await (await member.request('/location/current')).json()).toEqual({
    place: { id: 5128581, name: 'New York City', region: 'New York', country: 'US' },
  })
  expect((await app.visitor('adultcrush').request('/location/current')).status).toBe(401)
})
