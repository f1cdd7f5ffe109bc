import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { announce } from '#db/announcements.server.ts'
import { type Db, type OpenDatabase, openPostgres } from '#db/connection.server.ts'
import { copyOfTemplate } from '../support/template.ts'

/** A process with one connection, and another that hears what it announces. */
let here: OpenDatabase
let there: OpenDatabase
let heard: { here: string[]; there: string[] }
beforeEach(async () => {
  const url = await copyOfTemplate(inject('postgresUrl'), `t_${randomUUID().replaceAll('-', '')}`)
  ;[here, there] = [await openPostgres(url, 1), await openPostgres(url, 1)]
  heard = { here: [], there: [] }
  await here.listen('news', (payload) => void heard.here.push(payload))
  await there.listen('news', (payload) => void heard.there.push(payload))
})
afterEach(async () => {
  await here.close()
  await there.close()
})

const says = (db: Db, payload: string) =>
  announce(db, { channel: 'news', here: payload, elsewhere: payload })

test('what is committed is announced without a connection, which a busy process may not have', async () => {
  const busy = await here.db.startTransaction().execute()
  try {
    await says(here.db, 'committed')
    await says(here.backgroundDb, 'by a job')
    expect(heard.here).toEqual(['committed', 'by a job'])
    await expect.poll(() => heard.there.toSorted()).toEqual(['by a job', 'committed'])
  } finally {
    await busy.rollback().execute()
  }
})

test('what is in a transaction is announced when that is over, and not before', async () => {
  const trx = await here.db.startTransaction().execute()
  await says(trx, 'in a transaction')
  expect(heard.here).toEqual([])
  await trx.commit().execute()
  expect(heard.here).toEqual(['in a transaction'])
  await expect.poll(() => heard.there).toEqual(['in a transaction'])
})
