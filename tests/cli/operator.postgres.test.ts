import { randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { startSession } from '#api/sessions.sql.ts'
import { runMember } from '#cli/member/commands.ts'
import { runPayments } from '#cli/payments/commands.ts'
import { isPassword } from '#core/accounts/passwords/passwords.server.ts'
import { sealSome } from '#core/audit/chain.server.ts'
import { type OpenDatabase, openPostgres } from '#db/connection.server.ts'
import { derivedSecret } from '#process/secrets.server.ts'
import { linesFor } from '#process/start-up.server.ts'
import { mainBrand } from '#sites/registry.ts'
import { readAgentLink } from '#staff/tickets/agent/agent-links.server.ts'
import { tamper } from '../support/acts.ts'
import { runCommand } from '../support/command.ts'
import { copyOfTemplate } from '../support/template.ts'

/** The operator's commands, as real processes beside a server that runs: on PostgreSQL. */
let dataDir: string
let address: string
let database: OpenDatabase
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'operator-'))
  address = await copyOfTemplate(inject('postgresUrl'), `operator_${randomUUID()}`)
  database = await openPostgres(address, 1)
  expect((await command('demo.ts', ['--members', '30'])).said).toContain('30 of 30')
})
afterAll(async () => {
  await database.close()
  await rm(dataDir, { recursive: true, force: true })
})

const settings = () => ({ DATABASE_URL: address, DATA_DIR: dataDir })
const command = (file: string, args: readonly string[]) => runCommand(file, args, settings())

const SETTLED = 'Everything that was reported was settled.'

/** `npm run member` in this process: another would load the product again for each line. */
const member = async (words: readonly string[], env: Record<string, string> = {}) =>
  runMember(words, { ...settings(), ...env }).then(
    (said) => ({ code: 0, said }),
    (error: unknown) => ({ code: 1, said: linesFor(error)?.join('\n') ?? String(error) }),
  )

async function acts(): Promise<string[]> {
  return (await database.db.selectFrom('audit_log').select('action').orderBy('id').execute()).map(
    ({ action }) => action,
  )
}

/** A second factor, and a session in which it was given. */
async function giveFactor(username: string): Promise<void> {
  const { db } = database
  const { id } = await db
    .selectFrom('accounts')
    .select('id')
    .where('username', '=', username)
    .executeTakeFirstOrThrow()
  await db
    .insertInto('second_factors')
    .values({ account_id: id, sealed_secret: 'x', last_step: 1, confirmed_at: new Date() })
    .execute()
  await db
    .insertInto('recovery_codes')
    .values({ account_id: id, code_hash: new Uint8Array(32) })
    .execute()
  await startSession(db, {
    accountId: id,
    brand: 'adultcrush',
    device: 'Test',
    at: new Date(),
    replaces: null,
    secondFactorAt: new Date(),
  })
}

async function proofs() {
  const { db } = database
  return {
    factors: (await db.selectFrom('second_factors').select('account_id').execute()).length,
    proven: (
      await db
        .selectFrom('sessions')
        .select('id')
        .where('second_factor_at', 'is not', null)
        .execute()
    ).length,
    mails: (await db.selectFrom('mails').select('subject').execute()).map(({ subject }) => subject),
  }
}

describe('the operator', () => {
  test('takes on staff, takes away a second factor and lets staff go, and the audit log says so', async () => {
    const before = await acts()
    expect((await member(['staff', 'alice', 'lead'])).said).toBe(
      'alice is a member, and staff accounts have no profile: make one under another name, with an address of its own.',
    )
    expect((await member(['staff', 'vera', 'lead'])).said).toBe(
      'Nobody is called vera. With an address after the name, the account is made.',
    )
    const made = await member(['staff', 'vera', 'vera@example.org', 'lead'])
    expect(made.said).toMatch(
      /^vera is staff now \(lead\), and sets up a second factor at \/staff\/verify\.\nThe password, which is shown this once: \S{20}$/,
    )
    const vera = await database.db
      .selectFrom('accounts')
      .selectAll()
      .where('username', '=', 'vera')
      .executeTakeFirstOrThrow()
    expect(await isPassword(made.said.slice(-20), vera.password_hash)).toBe(true)
    expect(vera).toMatchObject({
      owns_email: true,
      email_confirmed_at: expect.any(Date),
      sensitive_data_accepted_at: null,
      marketing_accepted_at: null,
    })
    expect((await member(['staff', 'vera', 'vera@example.org', 'lead'])).said).toBe(
      'vera is somebody’s name already.',
    )
    expect((await member(['staff', 'wera', 'vera@example.org', 'lead'])).said).toMatch(
      /is somebody’s already\.$/,
    )
    expect((await member(['staff', 'vera', 'moderator', 'support'])).said).toBe(
      'vera is staff as moderator, support from now on.',
    )
    expect((await member(['staff', 'vera', 'support', 'moderator'])).said).toBe(
      'vera was staff as that before; nothing was changed.',
    )
    expect((await member(['reset-factor', 'vera'])).said).toBe(
      'vera has no second factor; nothing was changed.',
    )
    const none = await proofs()
    await giveFactor('vera')
    expect((await member(['reset-factor', 'vera'])).said).toBe(
      'vera has no second factor any more, and sets up another at /staff/verify.',
    )
    expect(await proofs()).toEqual({ ...none, mails: ['Your second factor'] })
    await giveFactor('vera')
    expect((await member(['unstaff', 'vera'])).said).toBe('vera is staff no more.')
    expect((await member(['unstaff', 'vera'])).said).toBe(
      'vera was not staff; nothing was changed.',
    )
    expect(await proofs()).toMatchObject({ factors: none.factors, proven: 0 })
    expect((await member(['staff', 'vera', 'editor'])).said).toBe(
      'vera is staff now (editor), and sets up a second factor at /staff/verify.',
    )
    expect((await acts()).slice(before.length)).toEqual([
      'operator.staff',
      'operator.staff',
      'operator.resetFactor',
      'operator.unstaff',
      'operator.staff',
    ])
    for (const wrong of [
      ['staff'],
      ['staff', 'alice'],
      ['staff', 'alice', 'chief'],
      ['staff', 'una', 'una@example.org'],
      ['unstaff', 'alice', 'now'],
      ['staff', 'alice@demo.example', 'lead'],
      ['constructor', 'alice'],
    ]) {
      expect((await member(wrong)).said).toMatch(/^Usage: /)
    }
  })

  test('makes a link to the support view of one account, and the audit log says so', async () => {
    const before = await acts()
    const { said } = await member(['support-link', 'alice'])
    const [line, link = ''] = said.split('\n')
    expect([line, new URL(link).host]).toEqual([
      'alice can be looked at once, within five minutes, at',
      'api.adultcrush.localhost:4321',
    ])
    const { value: ownSecret } = await database.db
      .selectFrom('kept_settings')
      .select('value')
      .where('name', '=', 'demo secret')
      .executeTakeFirstOrThrow()
    const allowed = readAgentLink(
      derivedSecret(ownSecret, 'support links'),
      mainBrand,
      new URL(link).searchParams,
      new Date(),
    )
    expect(allowed).toMatchObject({ agent: 'Operator', memberId: 1 })
    const production = { RUN_AS: 'production', SESSION_SECRET: 'k8Vq2ZxY7mNpR4tW9bHc3LfJ6sDgA1eU' }
    expect(await member(['support-link', 'alice'], production)).toEqual({
      code: 1,
      said: 'There is no support view: SUPPORT_SECRET is not set.',
    })
    expect((await member(['support-link', 'alice', '5'])).said).toMatch(/^Usage: /)
    expect((await acts()).slice(before.length)).toEqual(['operator.supportLink'])
  })

  test('is shown what the card gateway reported and nothing followed from', async () => {
    // Once as the process that it is.
    expect(await command('payments.ts', [])).toEqual({ code: 0, said: SETTLED })
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
    for (const [id, outcome] of [
      ['evt_1', 'otherOrder'],
      ['evt_2', 'settledBefore'],
      ['evt_3', 'wrongAmount'],
    ] as const) {
      const received = new Date(Date.UTC(2026, 10, 20, 12, 0, Number(id.slice(-1))))
      await database.db
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
    expect(await runPayments([], settings())).toEqual([
      '2026-11-20T12:00:03.000Z  payment.approved  990 EUR for order 7, payment pay_1: not the amount that was ordered (evt_3)',
      '2026-11-20T12:00:01.000Z  payment.approved  990 EUR for order 7, payment pay_1: the processor’s names are those of another order (evt_1)',
    ])
  })

  test.each<[string, () => Promise<unknown>, RegExp]>([
    [
      'an account is under review',
      () =>
        sql`insert into chargebacks (payment_reference, order_id, account_id, amount, currency, at)
          select gateway_reference, id, account_id, amount, currency, now() from orders order by id limit 1`.execute(
          database.db,
        ),
      /account \d+ is under review/,
    ],
    [
      'a report waits for its processor',
      () =>
        sql`insert into processor_reports (provider, event_id, kind, report, received_at, next_at)
          values ('ccbill', 'waits', 'payment.approved', '{}', now() - interval '2 hours', now())`.execute(
          database.db,
        ),
      /ccbill reported payment\.approved: it waits/,
    ],
    [
      'a difference is open',
      () =>
        sql`insert into payment_differences (provider, event_id, kind, type, order_id, detail, found_at)
          values ('gateway', 'differs', 'missed', 'payment.approved', 7, 'unknownOrder', now())`.execute(
          database.db,
        ),
      /OPEN\s+gateway: missed/,
    ],
  ])('is not told that everything is settled while %s', async (_, happens, line) => {
    const clear = async () => {
      for (const table of [
        'webhook_events',
        'chargebacks',
        'processor_reports',
        'payment_differences',
      ] as const)
        await database.db.deleteFrom(table).execute()
    }
    await clear()
    await happens()
    const said = await runPayments([], settings())
    await clear()
    expect(said).toEqual([expect.stringMatching(line)])
    expect(await runPayments([], settings())).toEqual([SETTLED])
  })

  test('verifies the audit log, and writes a report of the year, which is on record too', async () => {
    expect((await command('member.ts', ['credits', 'bob', '1'])).code).toBe(0)
    await sealSome(database.db, 1000)
    expect(await command('audit-verify.ts', [])).toMatchObject({
      code: 0,
      said: expect.stringMatching(
        /^The audit log is whole: \d+ rows from 1 to \d+, 0 not sealed yet/,
      ),
    })
    await tamper(database.db, `update audit_log set brand = 'wivesnow' where seq = 1`)
    const found = await command('audit-verify.ts', [])
    expect([found.code, found.said.split('\n')[0]]).toEqual([
      1,
      'Row 1 differs from its hash: it was changed, or took the place of another.',
    ])
    expect(
      (await command('transparency-report.ts', ['--from', '2026-01-01', '--to', '2026-13-01']))
        .code,
    ).toBe(1)
    const today = new Date().toISOString().slice(0, 10)
    for (const to of [today, '2999-12-31']) {
      const refused = await command('transparency-report.ts', ['--from', '2025-01-01', '--to', to])
      expect(refused).toEqual({
        code: 1,
        said: `The ${to} is not over in UTC: a report is of days that have ended.`,
      })
    }
    expect((await acts()).at(-1)).not.toBe('operator.report.transparency')
    expect(
      (await command('transparency-report.ts', ['--from', '2025-01-01', '--to', '2025-12-31']))
        .code,
    ).toBe(0)
    const written = await readFile(
      join(dataDir, 'transparency', '2025-01-01_2025-12-31', 'wivesnow', '1-identification.csv'),
      'utf8',
    )
    expect(written).toMatch(
      /^service,company,domain,from,to\r\nWivesNow,.*,2025-01-01,2025-12-31\r\n$/,
    )
    expect((await acts()).at(-1)).toBe('operator.report.transparency')
  })
})
