import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { checkDatabase } from '../../src/cli/doctor/database.ts'
import { openPostgres } from '../../src/db/connection.server.ts'
import { addMonths } from '../../src/db/months.server.ts'
import { readSettings } from '../../src/settings.ts'
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
      about: 'database',
      ok: true,
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
      about: 'database',
      ok: false,
      says: expect.stringMatching(
        /another edition of the schema \(0001-first-schema\): start with an empty one/,
      ),
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
  expect(await examine(await copy())).toEqual([
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
