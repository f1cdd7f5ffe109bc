import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { runMember } from '#cli/member/commands.ts'
import { openPglite } from '#db/connection.server.ts'
import { later, SECOND } from '#lib/clock.ts'
import { lockDirectory } from '#lib/lock.server.ts'
import { balanceOf } from '#money/credits/credits.sql.ts'
import { runCommand } from '../support/command.ts'

/**
 * The operator's commands, as real processes on a data directory of their own; more of them in
 * operator.postgres.test.ts.
 */
let dataDir: string
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'operator-'))
  const migrated = await openPglite(dataDir, new Blob([await readFile(inject('pgliteDump'))]))
  await migrated.close()
})
afterAll(() => rm(dataDir, { recursive: true, force: true }))

const command = (file: string, args: readonly string[], env: Record<string, string> = {}) =>
  runCommand(file, args, { DATABASE_URL: '', DATA_DIR: dataDir, ...env })

describe('the operator', () => {
  test('fills an empty database with demo members, and never one that has members by accident', async () => {
    const filled = await command('demo.ts', ['--members', '30'])
    expect(filled.said).toContain('30 of 30')
    expect(filled.code).toBe(0)
    const again = await command('demo.ts', ['--members', '30'])
    expect(again).toEqual({
      code: 1,
      said: 'This database has members. Nothing was changed; add --fresh to delete all of them first.',
    })
    const production = await command('demo.ts', ['--fresh'], {
      RUN_AS: 'production',
      SESSION_SECRET: 'k8Vq2ZxY7mNpR4tW9bHc3LfJ6sDgA1eU',
    })
    expect(production).toEqual({ code: 1, said: 'The demo network is never made in production.' })
    const fresh = await command('demo.ts', ['--members', '25', '--fresh'])
    expect(fresh.said).toContain('25 of 25')
  })

  test('gives premium time and credits, and the audit log says so', async () => {
    const before = new Date()
    expect((await command('member.ts', ['premium', 'alice', '30'])).said).toMatch(
      /^alice is premium until 20\d\d-/,
    )
    expect(await command('member.ts', ['credits', 'BOB', '10'])).toEqual({
      code: 0,
      said: 'BOB has 35 credits.',
    })
    expect(await command('member.ts', ['credits', 'nobody', '10'])).toEqual({
      code: 1,
      said: 'Nobody is called nobody.',
    })
    for (const wrong of [
      ['credits', 'bob', 'many'],
      ['credits', 'bob', '0'],
      ['riches', 'bob', '5'],
      [],
    ]) {
      await expect(runMember(wrong, { DATA_DIR: dataDir })).rejects.toThrow(/^Usage: /)
    }
    const database = await openPglite(dataDir)
    const acts = await database.db
      .selectFrom('audit_log')
      .select(['action', 'actor_id', 'details'])
      .orderBy('id')
      .execute()
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
