import { MINUTE } from '#lib/clock.ts'
import { type Queue, queueOf } from '../staff-accounts/queues.ts'

/** After how much work a pause is due, and how long away is one. */
export const PAUSE = { decided: 50, after: 60 * MINUTE, away: 15 * MINUTE }
/** Reports about somebody who may be under 18, and no others: hard in whichever queue. */
export const HARD_PRIORITY = 100
export const NO_HARD_FOR = 12 * 60 * MINUTE

export function isPauseDue(
  { decided, beganAt }: { decided: number; beganAt: Date },
  at: Date,
): boolean {
  return decided >= PAUSE.decided || at.getTime() - beganAt.getTime() >= PAUSE.after
}

export function withoutHard(all: readonly Queue[], hidesHard: boolean): Queue[] {
  return all.filter((queue) => !hidesHard || !isHard(queue))
}

export function isHard(queue: Queue): boolean {
  return queueOf(queue).isHard === true
}

/** Of a profile, of a message for one view, or in a chat. */
export type PictureSubject = 'photo' | 'viewOnce' | 'chatPhoto'

/** What a task of these queues is about. */
const pictures = {
  photos: 'photo',
  matches: 'photo',
  viewOnce: 'viewOnce',
  viewOnceMatches: 'viewOnce',
  chatPhotos: 'chatPhoto',
  chatPhotoMatches: 'chatPhoto',
} as const satisfies Partial<Record<Queue, PictureSubject>>
export type PictureQueue = keyof typeof pictures
export const pictureQueues = Object.keys(pictures) as PictureQueue[]
export const photoQueues: readonly PictureQueue[] = ['photos', 'matches']
export const viewOnceQueues: readonly PictureQueue[] = ['viewOnce', 'viewOnceMatches']
export const chatPhotoQueues: readonly PictureQueue[] = ['chatPhotos', 'chatPhotoMatches']
export const matchQueues: readonly Queue[] = ['matches', 'viewOnceMatches', 'chatPhotoMatches']

/** Null for a queue of something else. */
export function pictureIn(queue: Queue | undefined): PictureSubject | null {
  return queue !== undefined && isPictureQueue(queue) ? pictures[queue] : null
}

export function isPictureQueue(queue: string): queue is PictureQueue {
  return Object.hasOwn(pictures, queue)
}

/** How long a task is one person's, unless they renew it. */
export const LEASE = 5 * MINUTE
/** For how long somebody who skipped a task is not given it again. */
export const SKIPPED_FOR = 60 * MINUTE
