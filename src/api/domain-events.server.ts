import type { Db, Trx } from '../db/connection.server.ts'
import type { Services } from './services.server.ts'

/**
 * What one room has to tell or ask others without importing them. An event is heard by any number of rooms in the
 * transaction in which it is said, and whoever throws there undoes it. A question has one room that answers it.
 */
export type DomainEvent<What> = { readonly name: string; readonly what?: What }
export type Question<About, Answer> = { readonly name: string; readonly is?: [About, Answer] }

export type Hearing = {
  to: DomainEvent<unknown>
  hear(services: Services, trx: Trx, what: never): Promise<void>
}
export type Answering = {
  to: Question<unknown, unknown>
  answer(services: Services, db: Db | Trx, about: never): Promise<unknown>
}

export function domainEvent<What>(name: string): DomainEvent<What> {
  return { name }
}

export function question<About, Answer>(name: string): Question<About, Answer> {
  return { name }
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

export async function say<What>(
  services: Services,
  trx: Trx,
  event: DomainEvent<What>,
  what: What,
): Promise<void> {
  for (const { hears = [] } of services.features)
    for (const { to, hear } of hears) if (to === event) await hear(services, trx, what as never)
}

/** Throws where no room answers, or two do. */
export async function ask<About, Answer>(
  services: Services,
  db: Db | Trx,
  to: Question<About, Answer>,
  about: About,
): Promise<Answer> {
  const [only, ...others] = services.features.flatMap(({ answers = [] }) =>
    answers.filter((one) => one.to === to),
  )
  if (!only || others.length > 0)
    throw new TypeError(`${to.name} is answered by no room, or by two`)
  return (await only.answer(services, db, about as never)) as Answer
}
