import { expect, test } from 'vitest'
import { CallError, useClient } from '#api/client.ts'
import { $requests, allow } from '#members/photos/access/access.store.ts'
import { app, withApp } from '#tests/support/app.ts'
import { alice, bob, carol, dan } from '#tests/support/cast.ts'

/** Whom a page shows as somebody who sees the private photos, whatever answers come late. */

withApp()

test('a refusal puts back whom it is about, and nobody else', async () => {
  const Alice = await alice(app)
  const people = await Promise.all([bob(app), carol(app), dan(app)])
  const [one, two, three] = people.map(({ id }) => ({
    id,
    username: `Member ${id}`,
    picture: null,
    until: null,
  }))
  if (!one || !two || !three) throw new TypeError('somebody is missing')
  $requests.set({ asking: [one, two], allowed: [three] })
  const { promise, reject } = Promise.withResolvers<never>()
  let isFirst = true
  useClient({
    ...Alice,
    send: (route, given, options) => {
      if (!isFirst) return Alice.send(route, given, options)
      isFirst = false
      return promise
    },
  })
  const first = allow(one, 'always')
  await allow(two, 'always')
  await allow(three, null)
  reject(new CallError({ code: 'offline', status: 0, detail: 'No connection.' }))
  await first
  expect($requests.get()).toMatchObject({ asking: [{ id: one.id }], allowed: [{ id: two.id }] })
})
