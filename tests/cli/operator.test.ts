import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startSession } from '../../src/api/session.server.ts'
import { type Db, openPglite } from '../../src/db/connection.server.ts'
import { sealSome } from '../../src/features/audit/chain.server.ts'
import { balanceOf } from '../../src/features/billing/credits.sql.ts'
import { readAgentLink } from '../../src/features/support/agent-links.server.ts'
import { later, SECOND } from '../../src/lib/clock.ts'
import { lockDirectory } from '../../src/lib/lock.server.ts'
import { derivedSecret } from '../../src/process/secrets.server.ts'
import { mainBrand } from '../../src/sites/registry.ts'
import { tamper } from '../support/acts.ts'

/** The operator's commands, as real processes on a data directory of their own. */
let dataDir: string
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'operator-'))
})
afterAll(() => rm(dataDir, { recursive: true, force: true }))

async function command(file: string, args: string[], env: Record<string, string> = {}): Promise<{ code: number; said: string }> {
  const child = spawn(process.execPath, [join('src', 'cli', file), ...args], {
    env: { ...process.env, DATABASE_URL: '', DATA_DIR: dataDir, ...env },
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += String(chunk)))
  const [code] = (await once(child, 'close')) as [number]
  return { code, said: said.trim() }
}

async function inDatabase<T>(directory: string, ask: (db: Db) => Promise<T>): Promise<T> {
  const database = await openPglite(directory)
  const answer = await ask(database.db)
  await database.close()
  return answer
}

const actsIn = (directory: string) =>
  inDatabase(directory, async (db) => (await db.selectFrom('audit_log').select('action').orderBy('id').execute()).map(({ action }) => action))

/** A second factor, and a session in which it was given. */
const giveFactor = (directory: string, username: string) =>
  inDatabase(directory, async (db) => {
    const { id } = await db.selectFrom('accounts').select('id').where('username', '=', username).executeTakeFirstOrThrow()
    await db.insertInto('second_factors').values({ account_id: id, sealed_secret: 'x', last_step: 1, confirmed_at: new Date() }).execute()
    await db
      .insertInto('recovery_codes')
      .values({ account_id: id, code_hash: new Uint8Array(32) })
      .execute()
    await startSession(db, { accountId: id, brand: 'adultcrush', device: 'Test', at: new Date(), replaces: null, secondFactorAt: new Date() })
  })

const proofsIn = (directory: string) =>
  inDatabase(directory, async (db) => ({
    factors: (await db.selectFrom('second_factors').select('account_id').execute()).length,
    proven: (await db.selectFrom('sessions').select('id').where('second_factor_at', 'is not', null).execute()).length,
    mails: (await db.selectFrom('mails').select('subject').execute()).map(({ subject }) => subject),
  }))

describe('the operator', () => {
  test('fills an empty database with demo members, and never one that has members by accident', async () => {
    const filled = await command('demo.ts', ['--members', '30'])
    expect(filled.said).toContain('30 of 30')
    expect(filled.code).toBe(0)
    const again = await command('demo.ts', ['--members', '30'])
    expect(again).toEqual({ code: 1, said: 'This database has members. Nothing was changed; add --fresh to delete all of them first.' })
    const production = await command('demo.ts', ['--fresh'], { RUN_AS: 'production', SESSION_SECRET: 'x'.repeat(32) })
    expect(production).toEqual({ code: 1, said: 'The demo network is never made in production.' })
    const fresh = await command('demo.ts', ['--members', '25', '--fresh'])
    expect(fresh.said).toContain('25 of 25')
  })

  test('gives premium time and credits, and the audit log says so', async () => {
    const before = new Date()
    expect((await command('member.ts', ['premium', 'alice', '30'])).said).toMatch(/^alice is premium until 20\d\d-/)
    expect(await command('member.ts', ['credits', 'BOB', '10'])).toEqual({ code: 0, said: 'BOB has 35 credits.' })
    expect(await command('member.ts', ['credits', 'nobody', '10'])).toEqual({ code: 1, said: 'Nobody is called nobody.' })
    for (const wrong of [['credits', 'bob', 'many'], ['credits', 'bob', '0'], ['riches', 'bob', '5'], []]) {
      expect((await command('member.ts', wrong)).said).toMatch(/^Usage: /)
    }
    const database = await openPglite(dataDir)
    const acts = await database.db.selectFrom('audit_log').select(['action', 'actor_id', 'details']).orderBy('id').execute()
    const alice = await database.db
      .selectFrom('accounts')
      .select(['premium_until', 'first_premium_at'])
      .where('username', '=', 'alice')
      .executeTakeFirstOrThrow()
    const bob = await balanceOf(database.db, 2, later(new Date(), SECOND))
    await database.close()
    expect(acts).toEqual([
      { action: 'operator.premium', actor_id: null, details: { days: 30 } },
      { action: 'operator.credits', actor_id: null, details: { credits: 10 } },
    ])
    expect(alice.premium_until?.getTime()).toBeGreaterThan(before.getTime())
    expect(alice.first_premium_at?.getTime()).toBeGreaterThanOrEqual(before.getTime())
    expect(bob).toBe(35)
  })

  test('takes on staff, takes away a second factor and lets staff go, and the audit log says so', async () => {
    const before = await actsIn(dataDir)
    expect((await command('member.ts', ['staff', 'alice'])).said).toBe('alice is staff now (lead), and sets up a second factor at /staff/verify.')
    expect((await command('member.ts', ['staff', 'alice', 'moderator', 'support'])).said).toBe('alice is staff as moderator, support from now on.')
    expect((await command('member.ts', ['staff', 'alice'])).said).toBe('alice was staff before; nothing was changed.')
    expect((await command('member.ts', ['reset-factor', 'alice'])).said).toBe('alice has no second factor; nothing was changed.')
    await giveFactor(dataDir, 'alice')
    expect((await command('member.ts', ['reset-factor', 'alice'])).said).toBe('alice has no second factor any more, and sets up another at /staff/verify.')
    expect(await proofsIn(dataDir)).toEqual({ factors: 0, proven: 0, mails: ['Your second factor'] })
    await giveFactor(dataDir, 'alice')
    expect((await command('member.ts', ['unstaff', 'alice'])).said).toBe('alice is staff no more.')
    expect((await command('member.ts', ['unstaff', 'alice'])).said).toBe('alice was not staff; nothing was changed.')
    expect(await proofsIn(dataDir)).toMatchObject({ factors: 0, proven: 0 })
    expect((await actsIn(dataDir)).slice(before.length)).toEqual(['operator.staff', 'operator.staff', 'operator.resetFactor', 'operator.unstaff'])
    for (const wrong of [['staff'], ['staff', 'alice', 'chief'], ['unstaff', 'alice', 'now'], ['staff', 'alice@demo.example'], ['constructor', 'alice']]) {
      expect((await command('member.ts', wrong)).said).toMatch(/^Usage: /)
    }
  })

  test('makes a link to the support view of one account, and the audit log says so', async () => {
    const before = await actsIn(dataDir)
    const { said } = await command('member.ts', ['support-link', 'alice'])
    const [line, link = ''] = said.split('\n')
    expect([line, new URL(link).host]).toEqual(['alice can be looked at once, within five minutes, at', 'api.adultcrush.localhost:4321'])
    const ownSecret = await readFile(join(dataDir, 'demo-secret'), 'utf8')
    const allowed = readAgentLink(derivedSecret(ownSecret, 'support links'), mainBrand, new URL(link).searchParams, new Date())
    expect(allowed).toMatchObject({ agent: 'Operator', memberId: 1 })
    const production = { RUN_AS: 'production', SESSION_SECRET: 'x'.repeat(32) }
    expect(await command('member.ts', ['support-link', 'alice'], production)).toEqual({ code: 1, said: 'There is no support view: SUPPORT_SECRET is not set.' })
    expect((await command('member.ts', ['support-link', 'alice', '5'])).said).toMatch(/^Usage: /)
    expect((await actsIn(dataDir)).slice(before.length)).toEqual(['operator.supportLink'])
  })

  test('is shown what the card gateway reported and nothing followed from', async () => {
    expect(await command('payments.ts', [])).toEqual({ code: 0, said: 'Everything that was reported was settled.' })
    const event = (id: string) => ({
      id,
      type: 'payment.approved',
      occurredAt: '2026-11-20T12:00:00.000Z',
      order: 7,
      reference: 'pay_1',
      subscription: null,
      amount: 990,
      currency: 'EUR',
    })
    await inDatabase(dataDir, async (db) => {
      for (const [id, outcome] of [
        ['evt_1', 'otherOrder'],
        ['evt_2', 'settledBefore'],
        ['evt_3', 'wrongAmount'],
      ] as const) {
        const received = new Date(Date.UTC(2026, 10, 20, 12, 0, Number(id.slice(-1))))
        await db
          .insertInto('webhook_events')
          .values({
            provider: 'gateway',
            event_id: id,
            type: 'payment.approved',
            payload: JSON.stringify(event(id)),
            occurred_at: received,
            received_at: received,
            outcome,
          })
          .execute()
      }
    })
    expect((await command('payments.ts', [])).said.split('\n')).toEqual([
      '2026-11-20T12:00:03.000Z  payment.approved  990 EUR for order 7, payment pay_1: not the amount that was ordered (evt_3)',
      '2026-11-20T12:00:01.000Z  payment.approved  990 EUR for order 7, payment pay_1: the processor’s names are those of another order (evt_1)',
    ])
  })

  test('verifies the audit log, and writes a report of the year, which is on record too', async () => {
    expect((await command('member.ts', ['credits', 'bob', '1'])).code).toBe(0)
    await inDatabase(dataDir, (db) => sealSome(db, 1000))
    expect(await command('audit-verify.ts', [])).toMatchObject({
      code: 0,
      said: expect.stringMatching(/^The audit log is whole: \d+ rows from 1 to \d+, 0 not sealed yet/),
    })
    await inDatabase(dataDir, (db) => tamper(db, `update audit_log set brand = 'wivesnow' where seq = 1`))
    const found = await command('audit-verify.ts', [])
    expect([found.code, found.said.split('\n')[0]]).toEqual([1, 'Row 1 differs from its hash: it was changed, or took the place of another.'])
    expect((await command('transparency-report.ts', ['--from', '2026-01-01', '--to', '2026-13-01'])).code).toBe(1)
    expect((await command('transparency-report.ts', ['--from', '2026-01-01', '--to', '2026-12-31'])).code).toBe(0)
    const written = await readFile(join(dataDir, 'transparency', '2026-01-01_2026-12-31', 'wivesnow', '1-identification.csv'), 'utf8')
    expect(written).toMatch(/^service,company,domain,from,to\r\nWivesNow,.*,2026-01-01,2026-12-31\r\n$/)
    expect((await actsIn(dataDir)).at(-1)).toBe('operator.report.transparency')
  })

  test('is told to stop the server first, where members are in its data directory', async () => {
    const unlock = await lockDirectory(dataDir)
    const { code, said } = await command('member.ts', ['premium', 'alice', '30'])
    await unlock()
    expect(code).toBe(1)
    expect(said).toBe(
      `The data directory ${dataDir} is in use by another process (${process.pid}). Stop it, or set DATA_DIR to another directory.\n` +
        'Without DATABASE_URL, members are changed while the server is stopped.',
    )
  })
})
