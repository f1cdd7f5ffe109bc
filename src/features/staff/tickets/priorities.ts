import { categoryNames, type HelpCategory } from '#content/help-categories.ts'
import { deadlines } from '#core/tasks/deadlines.ts'
import { later } from '#lib/clock.ts'
import { type PriorityLevel, priorities, type Priority } from './queue/ticket-list.ts'

/** Safety first; then what costs money, or keeps somebody out or in. */
const ofCategory: Readonly<Partial<Record<HelpCategory, Priority>>> = {
  safety: 'urgent',
  paying: 'soon',
  joining: 'soon',
  leaving: 'soon',
}

export function priorityOf(category: HelpCategory | null): Priority {
  return (category === null ? undefined : ofCategory[category]) ?? 'usual'
}

/** Of what is stored. */
export function categoryOf(name: string | null): HelpCategory | null {
  return categoryNames.find((one) => one === name) ?? null
}

export function priorityAt(rank: number): PriorityLevel {
  return priorities[rank] ?? priorities[0]
}

/** Until when a ticket of this rank is answered that somebody wrote now. */
export function answerDue(rank: number, at: Date): Date {
  return later(at, deadlines[priorityAt(rank).deadline].within)
}
