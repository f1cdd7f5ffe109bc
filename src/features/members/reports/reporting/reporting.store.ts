import { atom, map } from 'nanostores'

type Person = { id: number; username: string }
/** What the page asks about somebody; `update`, `message`: what a report is about, by its id. */
export type Reporting = {
  act: 'block' | 'report'
  person: Person
  update?: number | null
  message?: number | null
}

export const $asked = atom<Reporting | null>(null)

/** Who was blocked on this page: what shows them hides them, until it is undone. */
export const $blocked = map<Record<number, boolean>>({})

export function ask(asked: Reporting): void {
  $asked.set(asked)
}
