import { beforeAll, expect, test } from 'vitest'
import { setRoles } from '#core/staff-accounts/roles.sql.ts'
import { DAY, HOUR } from '#lib/clock.ts'
import { morningJob } from '#staff/board/morning.server.ts'
import { app, runJob, withApp } from '#tests/support/app.ts'
import { joins } from '#tests/support/cast.ts'
import { mailsTo } from '#tests/support/mail.ts'

/** What the owner reads at breakfast. The clocks of the main brand are those of Nicosia. */

withApp()
beforeAll(async () => {
  for (const [username, role] of [
    ['Grace', 'owner'],
    ['Eve', 'lead'],
  ] as const) {
    const { id } = await joins(app, { brand: 'adultcrush', username, staff: true })
    await app.transaction((trx) => setRoles(trx, id, [role], app.clock.now()))
  }
})

const runs = () => runJob(app, morningJob)
const mails = async (to: string) => (await mailsTo(app, to)).filter(({ kind }) => kind === 'board')
const counts = (day: string, measure: string, count: number, sum = 0, currency = '') =>
  app.db
    .insertInto('brand_days')
    .values({
      ...{ brand: '', measure, day, detail: 'register', source: '' },
      ...{ currency, count, sum },
    })
    .execute()

test('is mailed to each owner once, from seven on, with yesterday beside four such weekdays', async () => {
  // Noon of a Friday in UTC, 14:00 in Nicosia; the next morning before seven there.
  app.clock.advance(14 * HOUR)
  expect(app.clock.now().toISOString()).toBe('2026-11-21T02:00:00.000Z')
  await counts('2026-11-20', 'joined', 12)
  await counts('2026-11-20', 'payment', 2, 5990, 'USD')
  for (const [day, joined] of [
    ['2026-11-13', 4],
    ['2026-11-06', 6],
    ['2026-10-30', 8],
    ['2026-10-23', 10],
    ['2026-10-16', 1000],
  ] as const)
    await counts(day, 'joined', joined)
  await runs()
  expect(await mails('grace@example.org')).toEqual([])

  app.clock.advance(3 * HOUR)
  await Promise.all([runs(), runs()])
  const [mail, ...others] = await mails('grace@example.org')
  expect(others).toEqual([])
  expect(mail?.subject).toBe('Friday, 20 November 2026, on all brands')
  expect(mail?.text).toContain('Joined: 12 (usually 7)')
  expect(mail?.text).toContain('Taken: US$59.90 (usually US$0.00)')
  expect(mail?.text).toContain('/staff/board?days=7')
  expect(await mails('eve@example.org')).toEqual([])

  await runs()
  expect(await mails('grace@example.org')).toHaveLength(1)
  app.clock.advance(DAY)
  await runs()
  expect(await mails('grace@example.org')).toHaveLength(2)
})
