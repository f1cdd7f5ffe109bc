import { atom } from 'nanostores'
import type { NamedPart } from '#members/likes/parts.sql.ts'

type Person = { id: number; username: string }
/**
 * To whom somebody writes from a page that is not the chat, and what of their profile it is about.
 */
export type Writing = { to: Person; about: NamedPart }

export const $writing = atom<Writing | null>(null)

export function write(to: Person, about: NamedPart = {}): void {
  $writing.set({ to, about })
}

export const chatPath = (id: number) => `/messages?with=${id}`
