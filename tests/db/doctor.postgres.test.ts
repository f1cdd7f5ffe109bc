import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { checkDatabase } from '../../src/cli/doctor/database.ts'
import { readSettings } from '../../src/settings.ts'
import { copyOfTemplate } from '../support/template.ts'

const examine = (url: string) => checkDatabase(readSettings({ DATABASE_URL: url }))
const copy = () =>
  copyOfTemplate(inject('postgresUrl'), `doctor_${randomUUID().replaceAll('-', '')}`)

test('a PostgreSQL that is well is one line with its version', async () => {
  expect(await examine(await copy())).toEqual([
    {
      about: 'database',
      ok: true,
      says: expect.stringMatching(/^PostgreSQL \d+\S*.*; all \d+ migrations are applied$/),
    },
  ])
})

test('one that lacks a migration, or does not know us, says what to do', async () => {
  const url = await copy()
  const client = new pg.Client(url)
  await client.connect()
  await client.query(
    'delete from kysely_migration where name = (select max(name) from kysely_migration)',
  )
  await client.end()
  expect(await examine(url)).toEqual([
    {
      about: 'database',
      ok: false,
      says: expect.stringMatching(/1 of \d+ migrations are not applied: npm start/),
    },
  ])
  const elsewhere = new URL(url)
  elsewhere.pathname = '/there_is_none'
  expect(await examine(elsewhere.href)).toEqual([
    {
      about: 'database',
      ok: false,
      says: expect.stringMatching(/refuses name, password or database \(3D000\)/),
    },
  ])
})

test('one whose coming months are not made says who makes them', async () => {
  const url = await copy()
  const client = new pg.Client(url)
  await client.connect()
  await client.query('drop table audit_log_before')
  await client.end()
  expect(await examine(url)).toEqual([
    {
      about: 'database',
      ok: false,
      says: expect.stringMatching(
        /^audit_log has no partition for the next month: start the server/,
      ),
    },
    expect.objectContaining({ ok: true }),
  ])
})
