import { expect, test } from 'vitest'
import { cellOf, distanceKm, type Point } from '#core/places/places.ts'
import { boxesAround, type Circle, tilesAround } from '#members/search/distance/circle.sql.ts'
import { app, setsAccount, withApp } from '#tests/support/app.ts'
import { alice, dan } from '#tests/support/cast.ts'

withApp()

/** Evenly over the globe, the poles and the date line among them. */
const points: Point[] = Array.from({ length: 3000 }, (_, n) =>
  cellOf({
    latitude: -90 + ((n * 0.6180339887) % 1) * 180,
    longitude: -180 + ((n * 0.7548776662) % 1) * 360,
  }),
)
const circles: Circle[] = points
  .filter((_, n) => n % 25 === 0)
  .flatMap((centre) => [5, 50, 250].map((km) => ({ centre, km })))

const tileOf = ({ latitude, longitude }: Point) =>
  Math.floor(latitude + 90) * 360 + Math.floor(longitude + 180)

test('every point in a circle lies in a tile and a box of it, wherever on the globe', () => {
  const missed = circles.flatMap((circle) => {
    const tiles = new Set(tilesAround(circle))
    const boxes = boxesAround(circle)
    return points.filter((point) => {
      if (distanceKm(circle.centre, point) > circle.km) return false
      const isBoxed = boxes.some(
        (box) =>
          point.latitude >= box.south &&
          point.latitude <= box.north &&
          point.longitude >= box.west &&
          point.longitude <= box.east,
      )
      return !tiles.has(tileOf(point)) || !isBoxed
    })
  })
  expect(missed).toEqual([])
})

test('a small circle touches few tiles, away from the poles', () => {
  expect(tilesAround({ centre: { latitude: 51.5, longitude: -0.1 }, km: 25 })).toEqual([
    tileOf({ latitude: 51.5, longitude: -1 }),
    tileOf({ latitude: 51.5, longitude: 0 }),
  ])
  expect(
    tilesAround({ centre: { latitude: -16.7, longitude: 179.95 }, km: 10 }).map(
      (tile) => tile % 360,
    ),
  ).toEqual([359, 0])
})

test('the database counts tiles as we do', async () => {
  const member = await alice(app)
  const { db } = app
  for (const point of points.filter((_, n) => n % 60 === 0)) {
    const { tile } = await db
      .updateTable('profiles')
      .set(point)
      .where('account_id', '=', member.id)
      .returning('tile')
      .executeTakeFirstOrThrow()
    expect([point, tile]).toEqual([point, tileOf(point)])
  }
})

test('who is banned or deleted is gone from the profiles as well, and back when that is taken back', async () => {
  const member = await dan(app)
  const { db } = app
  const at = app.clock.now()
  const goneAt = async () =>
    (
      await db
        .selectFrom('profiles')
        .select('gone_at')
        .where('account_id', '=', member.id)
        .executeTakeFirstOrThrow()
    ).gone_at
  const set = (columns: { banned_at?: Date | null; deleted_at?: Date | null }) =>
    setsAccount(app, member, columns)
  expect(await goneAt()).toBeNull()
  await set({ banned_at: at })
  expect(await goneAt()).toEqual(at)
  await set({ deleted_at: at, banned_at: null })
  expect(await goneAt()).toEqual(at)
  await set({ deleted_at: null })
  expect(await goneAt()).toBeNull()
})
