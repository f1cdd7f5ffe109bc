import type { Db, Trx } from '../db/connection.server.ts'
import type { DomainEvent, Question } from './domain-events.ts'
import type { Services } from './services.server.ts'

export type Hearing = {
  to: DomainEvent<unknown>
  hear(services: Services, trx: Trx, what: never): Promise<void>
}
export type Answering = {
  to: Question<unknown, unknown>
  answer(services: Services, db: Db | Trx, about: never): Promise<unknown>
}

export function hearing<What>(
  to: DomainEvent<What>,
  hear: (services: Services, trx: Trx, what: What) => Promise<void>,
): Hearing {
  return { to, hear }
}

export function answering<About, Answer>(
  to: Question<About, Answer>,
  answer: (services: Services, db: Db | Trx, about: About) => Promise<Answer>,
): Answering {
  return { to, answer }
}

/** `services`: those that the rooms get, which exist once the product is put together. */
export function amongRooms(
  rooms: ReadonlyArray<{ hears?: readonly Hearing[]; answers?: readonly Answering[] }>,
  services: () => Services,
): Pick<Services, 'say' | 'ask'> {
  return {
    async say(trx, event, what) {
      for (const { hears = [] } of rooms)
        for (const { to, hear } of hears)
          if (to === event) await hear(services(), trx, what as never)
    },
    async ask<About, Answer>(db: Db | Trx, to: Question<About, Answer>, about: About) {
      const [only, ...others] = rooms.flatMap(({ answers = [] }) =>
        answers.filter((one) => one.to === to),
      )
      if (!only || others.length > 0)
        throw new TypeError(`${to.name} is answered by no room, or by two`)
      return (await only.answer(services(), db, about as never)) as Answer
    },
  }
}
