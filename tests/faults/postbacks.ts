import { sql } from 'kysely'
import { postbackJobOver } from '#money/affiliates/postbacks/postback-delivery.server.ts'
import type { PostbackTransport } from '#money/affiliates/postbacks/postback-transport.server.ts'
import { queuePostbacks } from '#money/affiliates/postbacks/postbacks.sql.ts'
import { pauses } from '#money/affiliates/postbacks/postbacks.ts'
import { createPostbackReceiver } from '#sandbox/affiliate.server.ts'
import { runJob, type TestApp } from '../support/app.ts'

type Told = { delivered: number; twice: number; givenUp: number; lost: number }

/**
 * As many postbacks of one affiliate, by two processes at a time, to a server that fails every
 * other request, until none has a try left.
 */
export async function tellMany(
  app: TestApp,
  { id, secret }: { id: number; secret: string },
  most: number,
): Promise<Told> {
  const { db } = app
  const at = app.clock.now()
  const { rows } = await sql<{ id: number }>`
    insert into commissions (token, affiliate_id, kind, campaign, brand, reference, charge, amount, currency, earned_at, due_at)
    select 'many-' || n, ${id}, 'share', '', 'adultcrush', 'many-' || n, 100, 25, 'USD', ${at}, ${at}
    from generate_series(1, ${sql.lit(most)}) as n returning id`.execute(db)
  const ids = rows.map((row) => row.id)
  await db.transaction().execute((trx) => queuePostbacks(trx, ids, 'pending', at))

  const receiver = createPostbackReceiver(secret, () => app.clock.now())
  const arrived: string[] = []
  let asked = 0
  const flaky: PostbackTransport = async (url, { headers, body }) => {
    asked += 1
    if (asked % 2 === 1) return 503
    arrived.push(headers['X-Postback-Id'] ?? '')
    return (await receiver.take(new Request(url, { method: 'POST', headers, body }))).status
  }
  const job = postbackJobOver(flaky)
  for (const pause of [0, ...pauses]) {
    app.clock.advance(pause)
    await Promise.all([runJob(app, job), runJob(app, job)])
  }
  const { rows: given } = await sql<{ count: number }>`
    select count(failed_at)::int as count from postbacks where affiliate_id = ${id}`.execute(db)
  const delivered = new Set(arrived).size
  const givenUp = given[0]?.count ?? 0
  return {
    delivered: receiver.received.size,
    twice: arrived.length - delivered,
    givenUp,
    lost: most - delivered - givenUp,
  }
}
