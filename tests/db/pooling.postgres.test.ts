import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { checkDatabase } from '#cli/doctor/database.ts'
import type { MemberEvent } from '#core/live/member-events.ts'
import { openPostgres } from '#db/connection.server.ts'
import { monthJob } from '#jobs/months.server.ts'
import { readSettings } from '#settings.ts'
import { everythingHeard, runJob, startApp, type TestApp } from '../support/app.ts'
import { alice, becomesPremium, type CastMember, dan, joins, likes } from '../support/cast.ts'
import { hasPgbouncer, type Pooler, startPgbouncer } from '../support/pgbouncer.ts'
import { copyOfTemplate } from '../support/template.ts'

/**
 * A real PgBouncer in transaction mode, with the file of src/db/pooling and fewer connections than
 * the product asks for.
 */
const isThere = hasPgbouncer()
if (!isThere) process.stdout.write('pgbouncer is not installed: nothing was tried behind it\n')
const FEW = 4

describe('behind PgBouncer in transaction mode', () => {
  let direct: string
  let pooler: Pooler
  let app: TestApp
  let [a, d]: CastMember[] = []
  beforeAll(async () => {
    if (!isThere) return
    direct = await copyOfTemplate(
      inject('postgresUrl'),
      `pooling_${randomUUID().replaceAll('-', '')}`,
    )
    pooler = await startPgbouncer(direct, [`default_pool_size = ${FEW}`])
    app = await startApp(
      {},
      await openPostgres(pooler.url, 10, { directUrl: direct, isPreparing: false }),
    )
    a = await alice(app)
    d = await dan(app)
    await runJob(app, monthJob)
    await becomesPremium(app, a)
  })
  afterAll(async () => {
    if (!isThere) return
    await app.close()
    await pooler.stop()
  })
  const one = (): CastMember => a as CastMember
  const other = (): CastMember => d as CastMember
  /**
   * Sends it again, as pages do, where the product is busy: a machine with other work may have no
   * connection in time.
   */
  const write = async (body: string, key: string = randomUUID()): Promise<Response> => {
    const answer = await one().request('/message/chatMessages', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Idempotency-Key': key },
      body: JSON.stringify({ id: other().id, body }),
    })
    return answer.status === 503 ? write(body, key) : answer
  }

  test('two who like each other at the same moment are one match', async () => {
    if (!isThere) return
    const answers = await Promise.all([
      likes(one(), other()),
      likes(other(), one()),
      likes(one(), other()),
      likes(other(), one()),
    ])
    expect(answers.some(({ isMatch }) => isMatch)).toBe(true)
    const { matches } = await app.db
      .selectFrom('matches')
      .select((e) => e.fn.countAll<number>().as('matches'))
      .executeTakeFirstOrThrow()
    expect(matches).toBe(1)
  })

  test('many at once share a few connections, and whoever is written to hears of it by the direct one', async () => {
    if (!isThere) return
    const heard: MemberEvent[] = []
    const stop = app.services.events.subscribe(other().id, (event) => void heard.push(event))
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) => write(`Word ${'abcdefghijkl'[index]}`)),
    )
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    await expect.poll(() => heard).toContainEqual(expect.objectContaining({ type: 'message' }))
    stop()
    expect(await backends(direct)).toBeLessThanOrEqual(FEW)
  })

  test('a message that is sent again by its key is there once', async () => {
    if (!isThere) return
    const key = randomUUID()
    const sent = await Promise.all([write('Once', key), write('Once', key)])
    expect(sent.some(({ status }) => status === 200)).toBe(true)
    expect((await write('Once', key)).status).toBe(200)
    const { messages } = await app.db
      .selectFrom('messages')
      .select((e) => e.fn.countAll<number>().as('messages'))
      .where('body', '=', 'Once')
      .executeTakeFirstOrThrow()
    expect(messages).toBe(1)
  })

  test('a session that ends elsewhere ends here', async () => {
    if (!isThere) return
    const elsewhere = await startApp({}, await openPostgres(direct))
    const member = await joins(app, { brand: 'adultcrush', username: 'Carol' })
    const there = elsewhere.visitor('adultcrush')
    there.cookies.set('session', member.cookies.get('session') as string)
    expect((await member.request('/event/tickers')).status).toBe(200)
    expect((await there.request('/site/signout')).status).toBe(200)
    await everythingHeard(app)
    expect((await member.request('/event/tickers')).status).toBe(401)
    await elsewhere.close()
  })

  test('what was asked often is asked again on any of the connections', async () => {
    if (!isThere) return
    for (let round = 0; round < 5; round += 1) {
      const answers = await Promise.all(
        Array.from({ length: 6 }, () => one().request('/message/index')),
      )
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    }
  })

  test('the doctor says what a pooler needs, and is content with it', async () => {
    if (!isThere) return
    const examine = (env: Record<string, string>) => checkDatabase(readSettings(env))
    const found = (await examine({ DATABASE_URL: pooler.url })).find(
      ({ state }) => state === 'to do',
    )
    expect(found).toMatchObject({
      state: 'to do',
      says: expect.stringMatching(/a pooler in transaction mode: set DATABASE_DIRECT_URL/),
    })
    expect(
      await examine({
        DATABASE_URL: pooler.url,
        DATABASE_DIRECT_URL: pooler.url,
        DATABASE_PREPARED: '0',
      }),
    ).toContainEqual(
      expect.objectContaining({
        state: 'to do',
        says: expect.stringMatching(/DATABASE_DIRECT_URL leads to a pooler/),
      }),
    )
    const well = await examine({
      DATABASE_URL: pooler.url,
      DATABASE_DIRECT_URL: direct,
      DATABASE_PREPARED: '0',
    })
    expect(well.filter(({ state }) => state === 'to do')).toEqual([])
  })
})

/** Connections of the pooler to this database, which are all but the direct one that listens. */
async function backends(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ count: string }>(
    `select count(*) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and query not like 'listen%' and query not like 'select pg_notify(%'`,
  )
  await client.end()
  return Number(rows[0]?.count)
}
