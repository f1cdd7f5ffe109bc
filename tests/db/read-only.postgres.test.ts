import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { openPostgres } from '#db/connection.server.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { alice, type CastMember, dan } from '../support/cast.ts'
import { copyOfTemplate } from '../support/template.ts'

/**
 * A primary that becomes a standby without ending its connections: they refuse writes, as read-only
 * ones do.
 */

let app: TestApp
let operator: pg.Client
let [a, d]: CastMember[] = []
beforeAll(async () => {
  const url = await copyOfTemplate(
    inject('postgresUrl'),
    `read_only_${randomUUID().replaceAll('-', '')}`,
  )
  app = await startApp({}, await openPostgres(url))
  a = await alice(app)
  d = await dan(app)
  operator = new pg.Client({ connectionString: url })
  await operator.connect()
})
afterAll(async () => {
  await operator.end()
  await app.close()
})

const like = () => (a as CastMember).posts('/match/like', { id: (d as CastMember).id })

test('puts writes off with 503, and is left for the primary as soon as there is one', async () => {
  const database = `alter database ${pg.escapeIdentifier((operator as unknown as { database: string }).database)}`
  await operator.query(`${database} set default_transaction_read_only = on`)
  await operator.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
  )
  // The first ones may meet the connections that were ended.
  for (let turn = 0; turn < 15; turn += 1) {
    const answer = await like()
    expect([answer.status, answer.headers.get('Retry-After')]).toEqual([503, '2'])
  }
  expect(app.logged.some((line) => line.includes('25006'))).toBe(true)
  await operator.query(`set default_transaction_read_only = off`)
  await operator.query(`${database} reset default_transaction_read_only`)
  expect((await like()).status).toBe(200)
})
