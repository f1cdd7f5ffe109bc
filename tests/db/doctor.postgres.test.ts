import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { expect, inject, test } from 'vitest'
import type { Services } from '#api/services.server.ts'
import { checkBackup } from '#cli/doctor/backup.ts'
import { checkDatabase } from '#cli/doctor/database.ts'
import { checkStaff } from '#cli/doctor/staff.ts'
import { runMember } from '#cli/member/commands.ts'
import { noteBackup } from '#db/backups.sql.ts'
import { openPostgres } from '#db/connection.server.ts'
import { addMonths } from '#db/months.server.ts'
import { backupAge } from '#jobs/backup-age.server.ts'
import { HOUR } from '#lib/clock.ts'
import { readSettings } from '#settings.ts'
import { copyOfTemplate } from '../support/template.ts'

const examine = (url: string) => checkDatabase(readSettings({ DATABASE_URL: url }))
const copy = () =>
  copyOfTemplate(inject('postgresUrl'), `doctor_${randomUUID().replaceAll('-', '')}`)

test('a PostgreSQL that is well is one line with its version', async () => {
  const url = await copy()
  const { db, close } = await openPostgres(url, 1)
  await addMonths(db, 'audit_log', new Date())
  await close()
  expect(await examine(url)).toEqual([
    {
      step: 'database',
      state: 'done',
      says: expect.stringMatching(/^PostgreSQL \d+\S*.*; it has this release’s schema$/),
    },
  ])
})

test('one of another schema, or that does not know us, says what to do', async () => {
  const url = await copy()
  const client = new pg.Client(url)
  await client.connect()
  await client.query(`update kysely_migration set name = '0001-first-schema'`)
  await client.end()
  expect(await examine(url)).toEqual([
    {
      step: 'database',
      state: 'to do',
      says: expect.stringMatching(
        /another edition of the schema \(0001-first-schema\): start with an empty one/,
      ),
    },
  ])
  const guessed = new URL(url)
  guessed.password = 'guessed'
  expect(await examine(guessed.href)).toEqual([
    {
      step: 'database',
      state: 'to do',
      says: 'PostgreSQL refuses name, password or database (28P01): correct DATABASE_URL.',
    },
  ])
  const elsewhere = new URL(url)
  elsewhere.pathname = '/there_is_none'
  expect(await examine(elsewhere.href)).toEqual([
    {
      step: 'database',
      state: 'to do',
      says: expect.stringMatching(/refuses name, password or database \(3D000\)/),
    },
  ])
})

test('one whose coming months are not made says who makes them', async () => {
  expect(await examine(await copy())).toEqual([
    {
      step: 'database',
      state: 'to do',
      says: expect.stringMatching(
        /^audit_log has no partition for the next month: start the server/,
      ),
    },
    expect.objectContaining({ state: 'done' }),
  ])
})

test('a production of nobody is told who is missing, one by one, and that there is no backup', async () => {
  const env = {
    RUN_AS: 'production',
    SESSION_SECRET: 'k8Vq2ZxY7mNpR4tW9bHc3LfJ6sDgA1eU',
    DATABASE_URL: await copy(),
  }
  const staff = async () => (await checkStaff(readSettings(env))).map(({ says }) => says)
  expect(await staff()).toEqual([
    'Nobody is staff, and photos and reports wait for them: npm run member -- staff <username> <address> lead owner.',
  ])
  await runMember(['staff', 'vera', 'vera@example.org', 'lead', 'owner'], env)
  expect(await staff()).toEqual([
    'One lead is there, and what is about staff takes two: npm run member -- staff <username> <address> lead.',
  ])
  await runMember(['staff', 'omar', 'omar@example.org', 'lead'], env)
  expect(await staff()).toEqual(['2 people, 2 of them leads; 2 set up a factor at /staff/verify'])
  expect(await checkBackup(readSettings(env))).toEqual([
    { step: 'backup', state: 'to do', says: expect.stringMatching(/^There was never a backup: /) },
  ])
  const { db, close } = await openPostgres(env.DATABASE_URL, 1)
  const aged = (hours: number) =>
    backupAge.read({ db, clock: { now: () => new Date(hours * HOUR) } } as Services)
  expect(await aged(0)).toEqual([])
  await noteBackup(db, new Date(0))
  expect(await aged(40)).toEqual([{ labels: {}, values: { sites_backup_age_seconds: 144_000 } }])
  await close()
})
