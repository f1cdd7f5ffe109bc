import { appendFile, copyFile, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { recordAct } from '#core/audit/audit.sql.ts'
import { auditSealJob, sealSome } from '#core/audit/chain.server.ts'
import { auditHeadJob, headsFile, readHeads } from '#core/audit/heads.server.ts'
import { type ChainFinding, verifyChain } from '#core/audit/verify.server.ts'
import { DAY } from '#lib/clock.ts'
import { retentionJob } from '#members/leaving/erasure.server.ts'
import { blockUser } from '#members/reports/blocks/block.contract.ts'
import { mainBrand } from '#sites/registry.ts'
import { tamper } from '#tests/support/acts.ts'
import { app, withApp } from '#tests/support/app.ts'
import { alice, type CastMember, dan } from '#tests/support/cast.ts'

/** The audit log is a chain of hashes, and its head is written outside of the database. */

withApp()
let people: Record<'alice' | 'dan', CastMember>
beforeAll(async () => {
  people = { alice: await alice(app), dan: await dan(app) }
})
beforeEach(async () => {
  await tamper(
    app.db,
    'delete from audit_log',
    'delete from audit_checkpoints',
    `update audit_head set seq = 0, hash = repeat('0', 64)`,
  )
  await writeFile(headsFile(app.dataDir), '')
})

const once = () => new AbortController().signal
const seal = () => auditSealJob.start(app.services).run(once())
const secret = () => app.services.settings.sessionSecret

/** Records so many acts, as a handler does: each in a transaction. */
async function acts(count: number): Promise<void> {
  const scope = {
    brand: mainBrand,
    member: { id: people.alice.id },
    at: app.clock.now(),
  } as Parameters<typeof recordAct>[1]
  await Promise.all(
    Array.from({ length: count }, (_, n) =>
      app.transaction((trx) =>
        recordAct(trx, scope, { action: 'test', subjectId: n, details: { n } }),
      ),
    ),
  )
}

async function verify(heads = headsFile(app.dataDir)) {
  return verifyChain(app.db, await readHeads(heads, secret()), secret())
}
const found = async (): Promise<Array<[ChainFinding['fault'], number, number]>> =>
  (await verify()).findings.map(({ fault, from, to }) => [fault, from, to])
const writeHead = () => auditHeadJob.start(app.services).run(once())

describe('the chain', () => {
  test('seals what was done, in the order of commits, and says that it is whole', async () => {
    await people.alice.calls(blockUser, { body: { id: people.dan.id } })
    await acts(4)
    expect(await verify()).toMatchObject({ rows: 0, unsealed: 5, findings: [] })
    await seal()
    expect(await verify()).toMatchObject({
      rows: 5,
      first: 1,
      head: { seq: 5 },
      unsealed: 0,
      findings: [],
    })
    await acts(1)
    await seal()
    expect(await verify()).toMatchObject({ rows: 6, head: { seq: 6 }, findings: [] })
  })

  test('has each row once and no gap where acts, and those who seal, are at it at the same time', async () => {
    const sealing = async () => {
      for (let runs = 0; runs < 10; runs += 1) await sealSome(app.db, 7)
    }
    await Promise.all([acts(60), sealing(), sealing(), acts(40), sealing()])
    await seal()
    expect(await verify()).toMatchObject({
      rows: 100,
      head: { seq: 100 },
      unsealed: 0,
      findings: [],
    })
  })

  test('takes up what committed late, and what a crash left between an act and its seal', async () => {
    const crash = app.transaction(async (trx) => {
      await sql`insert into audit_log (at, action) values (now(), 'rolled back')`.execute(trx)
      throw new Error('a crash')
    })
    await expect(crash).rejects.toThrow('a crash')
    await acts(2)
    // The process ends here: nothing but the rows is there when the next one starts.
    await seal()
    await acts(1)
    await seal()
    expect(await verify()).toMatchObject({ rows: 3, unsealed: 0, findings: [] })
  })

  test('keeps a place for a transaction that commits after the next rows were sealed', async () => {
    const { db, database } = app.services
    // PGlite has one connection: no transaction begins before another has ended.
    if (database.kind === 'pglite') return
    let commit: () => void = () => undefined
    const held = new Promise<void>((resolve) => (commit = resolve))
    let begun: () => void = () => undefined
    const isBegun = new Promise<void>((resolve) => (begun = resolve))
    const late = db.transaction().execute(async (trx) => {
      await sql`insert into audit_log (at, action) values (now(), 'late')`.execute(trx)
      begun()
      await held
    })
    await isBegun
    await acts(2)
    await seal()
    commit()
    await late
    await seal()
    expect(
      (await db.selectFrom('audit_log').select(['action', 'seq']).orderBy('seq').execute()).at(-1),
    ).toEqual({ action: 'late', seq: 3 })
    expect((await verify()).findings).toEqual([])
  })
})

describe('the database refuses', () => {
  const refused: ReadonlyArray<readonly [string, string]> = [
    ['a change', `update audit_log set action = 'other' where seq = 2`],
    [
      'a change of what is not sealed yet',
      `update audit_log set action = 'other' where seq is null`,
    ],
    [
      'a change while sealing',
      `update audit_log set action = 'other', seq = 9, hash = 'x', prev_hash = 'x' where seq is null`,
    ],
    ['a second seal', `update audit_log set hash = 'x' where seq = 1`],
    ['to delete', 'delete from audit_log where seq = 3'],
    ['to delete what is not sealed yet', 'delete from audit_log where seq is null'],
    ['to empty it', 'truncate audit_log'],
  ]
  test.each(refused)('%s', async (_, statement) => {
    await acts(3)
    await seal()
    await acts(1)
    await expect(sql.raw(statement).execute(app.db)).rejects.toThrow('append-only')
  })
})

describe('audit:verify finds', () => {
  beforeEach(async () => {
    await acts(9)
    await seal()
  })

  test('a changed byte, in every column', async () => {
    const changes = {
      at: `at + interval '1 microsecond'`,
      actor_id: 'actor_id + 1',
      action: `action || ' '`,
      subject_id: 'null',
      brand: `'wivesnow'`,
      details: `details || '{"n":99}'`,
      id: 'default',
    }
    for (const [position, [column, value]] of Object.entries(changes).entries()) {
      if (column === 'id')
        await tamper(
          app.db,
          `alter table audit_log alter column id set generated by default`,
          `update audit_log set id = 9999 where seq = ${position + 1}`,
        )
      else
        await tamper(
          app.db,
          `update audit_log set ${column} = ${value} where seq = ${position + 1}`,
        )
    }
    expect(await found()).toEqual(
      Object.keys(changes).map((_, position) => ['changed', position + 1, position + 1]),
    )
  })

  test('deleted rows', async () => {
    await tamper(app.db, 'delete from audit_log where seq in (4, 5)')
    expect(await found()).toEqual([['missing', 4, 5]])
  })

  test('a swap, of contents and of whole places', async () => {
    await tamper(
      app.db,
      'update audit_log set seq = -1 where seq = 2',
      'update audit_log set seq = 2 where seq = 3',
      'update audit_log set seq = 3 where seq = -1',
    )
    expect((await found()).filter(([fault]) => fault === 'changed')).toEqual([
      ['changed', 2, 2],
      ['changed', 3, 3],
    ])
  })

  test('a row that was put between, with a hash of its own', async () => {
    await tamper(app.db, `update audit_log set prev_hash = repeat('a', 64) where seq = 5`)
    expect(await found()).toEqual([
      ['unlinked', 5, 5],
      ['changed', 5, 5],
    ])
  })

  test('a row before the first', async () => {
    await tamper(
      app.db,
      `insert into audit_log (at, action, details, seq, prev_hash, hash) select at, 'other', details, 0, prev_hash, hash from audit_log where seq = 1`,
    )
    expect(await found()).toEqual([['added', 0, 0]])
  })

  test('a second row of the same number, in another month, too', async () => {
    await tamper(
      app.db,
      `insert into audit_log (at, action, details, seq, prev_hash, hash)
        select at + interval '1 year', action, details, seq, prev_hash, hash from audit_log where seq = 5`,
    )
    expect(await found()).toEqual([
      ['unlinked', 5, 5],
      ['changed', 5, 5],
    ])
  })

  test('a cut tail, also where the head in the database was set back', async () => {
    await writeHead()
    await tamper(app.db, 'delete from audit_log where seq > 7')
    expect(await found()).toEqual([['cut', 8, 9]])
    await tamper(
      app.db,
      'update audit_head set seq = 7, hash = (select hash from audit_log where seq = 7)',
    )
    expect(await found()).toEqual([['cut', 8, 9]])
    await writeFile(headsFile(app.dataDir), '')
    expect(await found()).toEqual([])
  })

  test('a chain that was made anew, by the head outside', async () => {
    await writeHead()
    await tamper(
      app.db,
      `update audit_log set action = 'other' where seq = 2`,
      'update audit_log set seq = null, hash = null, prev_hash = null',
      `update audit_head set seq = 0, hash = repeat('0', 64)`,
    )
    await seal()
    expect(await found()).toEqual([['rewritten', 9, 9]])
  })
})

describe('the head outside', () => {
  test('is a signed line for each hour in which something happened, in the log, too', async () => {
    const job = auditHeadJob.start(app.services)
    await job.run(once())
    await acts(2)
    await seal()
    await job.run(once())
    await job.run(once())
    const lines = (await readFile(headsFile(app.dataDir), 'utf8'))
      .split('\n')
      .filter((line) => line !== '')
    expect(lines.map((line) => (JSON.parse(line) as { seq: number }).seq)).toEqual([2])
    expect(
      app.logged.filter(
        (line) => line.includes('head of the audit log') && line.includes(lines[0] ?? ''),
      ).length,
    ).toBe(1)
    expect(await verify()).toMatchObject({ compared: 1, findings: [] })
  })

  test('is not believed without the signature, and one of another secret is only counted', async () => {
    await acts(2)
    await seal()
    await writeHead()
    const copy = join(app.dataDir, 'copy.jsonl')
    await copyFile(headsFile(app.dataDir), copy)
    const line = (await readFile(copy, 'utf8')).trim()
    await appendFile(copy, `${line.replace('"seq":2', '"seq":3')}\n${line.slice(0, 40)}`)
    expect((await verify(copy)).findings).toEqual([{ fault: 'forgedHead', from: 1, to: 1 }])
    expect(await readHeads(copy, 'another secret, which nothing else uses')).toMatchObject({
      heads: [],
      otherKey: 2,
      forged: 0,
    })
  })
})

describe('the sweep', () => {
  test('deletes what is older than three years and leaves a checkpoint, from which the rest can be verified', async () => {
    await acts(3)
    await seal()
    await writeHead()
    app.clock.advance(400 * DAY)
    await acts(2)
    await seal()
    app.clock.advance(2 * 365.25 * DAY)
    await retentionJob.start(app.services).run(once())
    expect(await verify()).toMatchObject({
      rows: 2,
      first: 4,
      head: { seq: 5 },
      compared: 1,
      findings: [],
    })
    await tamper(app.db, 'delete from audit_log where seq = 4')
    expect(await found()).toEqual([['missing', 4, 4]])
    await tamper(
      app.db,
      `insert into audit_log (at, action, details, seq, prev_hash, hash) select at, 'other', details, 2, prev_hash, hash from audit_log`,
    )
    expect(await found()).toEqual([
      ['added', 2, 2],
      ['missing', 4, 4],
    ])
  })

  test('cannot be imitated: who deletes from the front cannot sign the checkpoint', async () => {
    await acts(4)
    await seal()
    const { db } = app
    const { seq, hash } = await db
      .selectFrom('audit_log')
      .select(['seq', 'hash'])
      .where('seq', '=', 2)
      .executeTakeFirstOrThrow()
    await db
      .insertInto('audit_checkpoints')
      .values({ seq: seq ?? 0, hash: hash ?? '', at: app.clock.now(), signature: 'eA' })
      .execute()
    await db.deleteFrom('audit_log').where('seq', '<=', 2).execute()
    expect(await found()).toEqual([['checkpoint', 2, 2]])
    await expect(db.deleteFrom('audit_checkpoints').execute()).rejects.toThrow('append-only')
  })
})
