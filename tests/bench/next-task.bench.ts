import { sql } from 'kysely'
import { type Queue, queues } from '#core/staff-accounts/queues.ts'
import { setRoles } from '#core/staff-accounts/roles.sql.ts'
import { leaseNext } from '#core/tasks/leases.sql.ts'
import { closeTask } from '#core/tasks/tasks.sql.ts'
import { openPostgres } from '#db/connection.server.ts'
import { migrate } from '#db/migrate.server.ts'
import { insertMember } from '#guests/joining/new-member.sql.ts'
import { startPostgres } from '../support/postgres.ts'
import { record } from './figures.ts'
import { judged, table } from './report.ts'

/**
 * The next task of a queue with 50,000 open tasks on PostgreSQL, of ten people who close one and
 * pull the next: a part of what is first is held by others or was skipped by them.
 */
const OPEN = Number(process.env['OPEN'] ?? 50_000)
const PULLS = 400
const STAFF = 10
const HELD = 200
const TARGET = 300
const queue: Queue = 'reports'

const server = await startPostgres()
const database = await openPostgres(await server.create('bench'), STAFF)
const { db } = database
await migrate(db)
await sql`insert into brands (id) values ('adultcrush') on conflict do nothing`.execute(db)

const staff: number[] = []
const start = new Date()
for (let number = 0; number < STAFF; number += 1) staff.push(await joins(`Staff${number}`))
const member = await joins('Somebody')

async function joins(username: string): Promise<number> {
  const place = {
    place_id: 1,
    place_name: 'Town',
    region: '',
    country: 'GB',
    latitude: 50,
    longitude: 0,
  }
  return db.transaction().execute(async (trx) => {
    const made = await insertMember(trx, {
      brand: 'adultcrush',
      username,
      email: `${username.toLowerCase()}@example.org`,
      passwordHash: '',
      termsVersion: '2026-01-01',
      wantsMarketing: false,
      ip: null,
      affiliateId: null,
      subid: null,
      campaignId: null,
      source: '',
      isHidden: false,
      gender: 'woman',
      lookingFor: ['man'],
      birthday: '1990-01-01',
      place,
      steps: [],
      at: start,
    })
    if (made === null) throw new Error('the name is taken')
    await sql`update accounts set staff_since = now() where id = ${made.id}`.execute(trx)
    await setRoles(trx, made.id, ['moderator'], start)
    return made.id
  })
}

// Every queue is long, and as many tasks are closed as are open.
await sql`
  insert into tasks (queue, brand, account_id, subject_id, priority, due_at, opened_at, closed_at, outcome)
  select names.queue, 'adultcrush', ${member}, n, n % 3, ${start}::timestamptz + (n % 2880) * interval '1 minute', ${start}::timestamptz - (n % 1440) * interval '1 minute',
    case when n > ${OPEN} then ${start}::timestamptz end, case when n > ${OPEN} then 'none' end
  from unnest(${queues}::text[]) as names (queue) cross join generate_series(1, ${OPEN * 2}) n`.execute(
  db,
)
await sql`
  update tasks set leased_by = ${staff[0]}, leased_until = ${start}::timestamptz + interval '1 hour'
  where id in (select id from tasks where queue = ${queue} and closed_at is null order by due_hour, priority desc, opened_at, id limit ${HELD})`.execute(
  db,
)
await sql`vacuum analyze tasks`.execute(db)

const given = new Set<number>()

/** Each pulls a task and closes it, until all have pulled so many. */
async function measure(people: readonly number[]) {
  const times: number[] = []
  let pulled = 0
  const work = async (staffId: number) => {
    while (pulled < PULLS) {
      pulled += 1
      const at = new Date()
      const askedAt = performance.now()
      const task = await db.transaction().execute((trx) => leaseNext(trx, queue, staffId, at))
      times.push(performance.now() - askedAt)
      if (!task || given.has(task.id)) throw new Error('a task was given to nobody, or twice')
      given.add(task.id)
      await db
        .transaction()
        .execute((trx) => closeTask(trx, task.id, { by: staffId, at, outcome: 'none' }))
    }
  }
  await Promise.all(people.map(work))
  const sorted = times.toSorted((a, b) => a - b)
  return (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? 0
}

const inWords = (milliseconds: number) => `${milliseconds.toFixed(1)} ms`
const rows = []
for (const people of [staff.slice(0, 1), staff]) {
  const at = await measure(people)
  const whose = `the next of ${OPEN.toLocaleString('en')} tasks, ${people.length} at once`
  record(`${whose}, median`, Number(at(0.5).toFixed(1)), 'ms')
  record(`${whose}, p95`, Number(at(0.95).toFixed(1)), 'ms', TARGET)
  rows.push([
    String(OPEN),
    String(people.length),
    inWords(at(0.5)),
    inWords(at(0.95)),
    inWords(at(1)),
    judged(TARGET, at(0.95) <= TARGET),
  ])
}
table(['open tasks', 'people at once', 'median', 'p95', 'most', 'aim of p95, ms'], rows)
await database.close()
await server.stop()
