import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { inSavepoint } from '#db/savepoint.server.ts'
import { app, withApp } from '../support/app.ts'

/** Parts of a transaction that fail by themselves. */

withApp()
beforeAll(async () => {
  await sql`create table parts (name text)`.execute(app.db)
})

test('a part that fails after one within it takes back all that it did, and nothing of before', async () => {
  const { db } = app
  const names = await db.transaction().execute(async (trx) => {
    const adds = (name: string) => sql`insert into parts values (${name})`.execute(trx)
    const fails = async (work: () => Promise<unknown>) => {
      const part = inSavepoint(trx, async () => {
        await work()
        throw new Error('a part that fails')
      })
      await expect(part).rejects.toThrow('a part that fails')
    }
    await adds('before')
    await fails(async () => {
      await adds('outer')
      await fails(() => adds('inner'))
    })
    await inSavepoint(trx, () => adds('after'))
    return (
      await sql<{ name: string }>`select name from parts order by name`.execute(trx)
    ).rows.map(({ name }) => name)
  })
  expect(names).toEqual(['after', 'before'])
})
