import { expect, expectTypeOf, test } from 'vitest'
import { amongRooms, hearing } from '#api/domain-events.server.ts'
import { domainEvent, question } from '#api/domain-events.ts'
import type { Services } from '#api/services.server.ts'
import type { Db, Trx } from '#db/connection.server.ts'
import { app, withApp } from '../support/app.ts'

const moved = domainEvent<{ to: string }>('moved')
withApp()

test('an event is heard in the transaction in which it is said', async () => {
  const heard: string[] = []
  const hears = [hearing(moved, async (_services, _trx, { to }) => void heard.push(to))]
  const { say } = amongRooms([{ hears }], () => app.services)
  await app.transaction((trx) => say(trx, moved, { to: 'Riga' }))
  expect(heard).toEqual(['Riga'])
})

test('an event cannot be said outside a transaction', () => {
  expectTypeOf<Db>().not.toExtend<Parameters<Services['say']>[0]>()
  expectTypeOf<Trx>().toExtend<Parameters<Services['say']>[0]>()
})

test('a question that no room answers is refused', async () => {
  const where = question<string, string>('where')
  await expect(app.services.ask(app.db, where, 'Riga')).rejects.toThrow(
    'where is answered by no room, or by two',
  )
})
