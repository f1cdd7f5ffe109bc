import {
  type Queue,
  queueOf,
  queues,
  type QueueWithDesk,
} from '../../core/staff-accounts/queues.ts'

/** The queues that are worked on here. */
export type Room = Exclude<Queue, QueueWithDesk>
export const rooms = queues.filter(isRoom) as [Room, ...Room[]]

export function isRoom(word: string | undefined): word is Room {
  const queue = queues.find((one) => one === word)
  return queue !== undefined && queueOf(queue).desk === undefined
}
