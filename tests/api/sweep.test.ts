import { expect, test } from 'vitest'
import { grantSweepJob } from '#core/accounts/mailed-links/grants.server.ts'
import { deviceSweepJob } from '#core/accounts/sign-in/devices.server.ts'
import { sessionSweepJob } from '#jobs/session-sweep.server.ts'
import { DAY, MINUTE } from '#lib/clock.ts'
import { app, runJob, withApp } from '../support/app.ts'
import { register, signIn } from '../support/joining.ts'

/** What is over is forgotten: nothing says for ever who came when, and no table only grows. */

withApp()

async function sweep(): Promise<void> {
  for (const job of [sessionSweepJob, grantSweepJob, deviceSweepJob]) await runJob(app, job)
}
async function rows(
  table: 'sessions' | 'rate_limits' | 'tokens' | 'known_devices',
): Promise<number> {
  return (await app.db.selectFrom(table).selectAll().execute()).length
}

test('sessions, counts and links stay while they count for something, and then go', async () => {
  const visitor = app.visitor('adultcrush')
  await register(visitor, {})
  await signIn(app.visitor('adultcrush', { ip: '198.51.100.9' }), 'Fiona', 'a wrong guess')
  await sweep()
  expect([await rows('sessions'), await rows('tokens')]).toEqual([1, 1])
  expect(await rows('rate_limits')).toBeGreaterThan(2)
  app.clock.advance(15 * MINUTE)
  await sweep()
  // What is left are the link, whose page says for a week why it is over, the accounts made this
  // hour, those of this day from one network, the tries, the guesses of this day, and the mails of
  // this hour to one mailbox.
  expect([
    await rows('sessions'),
    await rows('tokens'),
    await rows('rate_limits'),
    await rows('known_devices'),
  ]).toEqual([1, 1, 5, 1])
  app.clock.advance(30 * DAY)
  await sweep()
  expect([
    await rows('sessions'),
    await rows('tokens'),
    await rows('rate_limits'),
    await rows('known_devices'),
  ]).toEqual([0, 0, 0, 1])
  app.clock.advance(335 * DAY)
  await sweep()
  expect(await rows('known_devices')).toBe(0)
})
