/**
 * What one room has to tell or ask others without importing them. An event is heard by any number
 * of rooms in the transaction in which it is said, and whoever throws there undoes it. A question
 * has one room that answers it.
 */
export type DomainEvent<What> = { readonly name: string; readonly what?: What }
export type Question<About, Answer> = { readonly name: string; readonly is?: [About, Answer] }

export function domainEvent<What>(name: string): DomainEvent<What> {
  return { name }
}

export function question<About, Answer>(name: string): Question<About, Answer> {
  return { name }
}
