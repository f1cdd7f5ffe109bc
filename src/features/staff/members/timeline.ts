import { type Cursor, cursorOf, cursorText } from '#lib/cursor.ts'

/** A member's file as one list by time: what its entries are, their order, and where it goes on. */

/** In this order where they are of one moment. */
export const entryKinds = [
  'note',
  'support',
  'decision',
  'task',
  'ticket',
  'money',
  'device',
  'act',
] as const
export type EntryKind = (typeof entryKinds)[number]

export const kindInWords: Readonly<Record<EntryKind, string>> = {
  note: 'Note',
  support: 'Support',
  decision: 'Decision',
  task: 'Task',
  ticket: 'Ticket',
  money: 'Money',
  device: 'Device',
  act: 'Staff',
}

export const ENTRIES_A_PAGE = 40

type Place = Cursor & { kind: EntryKind }

export function byTime(one: Place, other: Place): number {
  return (
    other.at.getTime() - one.at.getTime() ||
    entryKinds.indexOf(one.kind) - entryKinds.indexOf(other.kind) ||
    other.id - one.id
  )
}

/** As an address names it: `1790000000000-17-note`. */
export function placeText({ at, id, kind }: Place): string {
  return `${cursorText({ at, id })}-${kind}`
}

/** Null for a text that names none: the list begins with the latest. */
export function placeOf(text: string | undefined): Place | null {
  const row = cursorOf(text)
  const kind = entryKinds.find((one) => text?.endsWith(`-${one}`))
  return row && kind ? { ...row, kind } : null
}

/** What of one kind comes after a place; all until now without one. */
export function rowsAfter(place: Place | null, kind: EntryKind, now: Date): Cursor {
  if (place === null) return { at: now, id: Number.MAX_SAFE_INTEGER }
  const order = entryKinds.indexOf(kind) - entryKinds.indexOf(place.kind)
  const id = order === 0 ? place.id : order > 0 ? Number.MAX_SAFE_INTEGER : 0
  return { at: place.at, id }
}

const acts: Readonly<Record<string, string>> = {
  'staff.openMember': 'Opened this file',
  'staff.readEvidence': 'Read the evidence of a report',
  'staff.revealPicture': 'Looked at a picture',
  'staff.showHeld': 'Showed pictures that were held back by mistake',
  'staff.supportLink': 'Made a link to the support view',
  'support.view': 'Opened the support view',
  'staff.undoDecision': 'Took a decision back',
  'staff.decideApproval': 'Answered as the second person',
  'staff.decideAppeal': 'Answered an objection',
  'staff.answerTicket': 'Answered a ticket',
  'staff.closeTicket': 'Closed a ticket',
  'staff.deleteMemberNote': 'Deleted a note',
  'staff.tagMember': 'Added a tag',
  'staff.untagMember': 'Took a tag away',
}

/** `staff.takeTicket` is what the log says: “Take ticket”. */
export function actInWords(action: string): string {
  const words = action
    .replace(/^(?:staff|support|operator)\./, '')
    .replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return acts[action] ?? `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`
}
