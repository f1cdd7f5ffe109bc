import { afterAll, beforeAll, expect, expectTypeOf, test } from 'vitest'
import { ask, domainEvent, hearing, question, say } from '../../src/api/domain-events.server.ts'
import type { Db, Trx } from '../../src/db/connection.server.ts'
import { startApp, type TestApp } from '../support/app.ts'

const moved = domainEvent<{ to: string }>('moved')
let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

const withRoom = (hear: (to: string) => Promise<void>) => ({
  ...app.services,
  features: [{ room: 'members/b', hears: [hearing(moved, (_services, _trx, { to }) => hear(to))] }],
})

test('an event is heard in the transaction in which it is said', async () => {
  const heard: string[] = []
  const services = withRoom(async (to) => void heard.push(to))
  await app.services.db.transaction().execute((trx) => say(services, trx, moved, { to: 'Riga' }))
  expect(heard).toEqual(['Riga'])
})

test('an event cannot be said outside a transaction', () => {
  expectTypeOf<Db>().not.toExtend<Parameters<typeof say>[1]>()
  expectTypeOf<Trx>().toExtend<Parameters<typeof say>[1]>()
})

test('a question that no room answers is refused', async () => {
  const where = question<string, string>('where')
  await expect(ask(app.services, app.services.db, where, 'Riga')).rejects.toThrow(
    'where is answered by no room, or by two',
  )
})
