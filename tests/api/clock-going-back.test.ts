import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clockJob } from '#jobs/clock.server.ts'
import { DAY, HOUR, MINUTE } from '#lib/clock.ts'
import { matchAction } from '#members/likes/likes.contract.ts'
import { sendMessage } from '#members/messages/messages.contract.ts'
import { startApp, type TestApp, type Visitor } from '../support/app.ts'
import { alice, becomesPremium, type CastMember, dan } from '../support/cast.ts'
import { aMail, deliverMails, startSmtpServer, type TestSmtpServer } from '../support/mail.ts'

/** The machine's clock stood wrong, and is set back by a day. */

let smtp: TestSmtpServer
let app: TestApp
let [Alice, Dan]: CastMember[] = []
beforeAll(async () => {
  smtp = await startSmtpServer()
  app = await startApp({ SMTP_URL: smtp.url })
  ;[Alice, Dan] = [await alice(app), await dan(app)]
})
afterAll(async () => {
  await app.close()
  await smtp.close()
})

const writes = (from: CastMember | undefined, to: CastMember | undefined, body: string) =>
  from?.calls(sendMessage, { body: { id: to?.id ?? 0, body } })
/** Counted in the database; credits are counted in memory. */
const limited = ['/location/places?country=GB&query=lon', '/event/tickers'] as const
async function callsUntilRefused(visitor: Visitor, path: string): Promise<number> {
  for (let calls = 0; calls < 500; calls += 1)
    if ((await visitor.request(path)).status === 429) return calls
  return expect.fail(`${path} has no limit`)
}

describe('set back by a day', () => {
  test.each(limited)(
    '%s refuses nobody for a day who had called too often before',
    async (path) => {
      const allowed = await callsUntilRefused(Alice as CastMember, path)
      app.clock.advance(-DAY)
      // As many as ever, and no more.
      expect(await callsUntilRefused(Alice as CastMember, path)).toBe(allowed)
      app.clock.advance(DAY + HOUR)
    },
  )

  test('it is a line of the log, once', async () => {
    const watch = clockJob.start(app.services)
    const look = () => watch.run(new AbortController().signal)
    const lines = () =>
      app.logged
        .filter((line) => line.includes('the clock of this machine went back'))
        .map((line) => JSON.parse(line) as { level: number; seconds: number })
    await look()
    app.clock.advance(MINUTE)
    await look()
    expect(lines()).toEqual([])
    app.clock.advance(-DAY)
    await look()
    await look()
    app.clock.advance(MINUTE)
    await look()
    expect(lines()).toEqual([expect.objectContaining({ level: 40 })])
    // As far as it went back, and what the looks took.
    expect(lines()[0]?.seconds).toBeGreaterThanOrEqual(DAY / 1000)
    app.clock.advance(DAY - MINUTE)
  })

  test('it signs nobody out, and what is written then comes after what was written before', async () => {
    await becomesPremium(app, Dan as CastMember, 90)
    await writes(Dan, Alice, 'Before the clock was set back.')
    app.clock.advance(-DAY)
    const { message } = (await writes(Dan, Alice, 'After it.')) ?? {}
    expect(message?.body).toBe('After it.')
    const { liked } =
      (await Alice?.calls(matchAction, {
        params: { action: 'like' },
        body: { id: Dan?.id ?? 0 },
      })) ?? {}
    expect(liked).toBe(true)
    const shown = (await (await Dan?.request(`/message/chatMessages?id=${Alice?.id}`))?.json()) as {
      messages: Array<{ body: string }>
    }
    expect(shown.messages.map(({ body }) => body)).toEqual([
      'Before the clock was set back.',
      'After it.',
    ])
    app.clock.advance(DAY)
  })

  test('mails that are queued then go out at once', async () => {
    const { db } = app
    await db.deleteFrom('mails').execute()
    app.clock.advance(-DAY)
    await app.services.queueMail(db, aMail({ subject: 'After it' }))
    await deliverMails(app)
    expect(smtp.received.map(({ subject }) => subject)).toEqual(['After it'])
    app.clock.advance(DAY + MINUTE)
    await deliverMails(app)
    expect(smtp.received).toHaveLength(1)
  })
})
