import { question } from '#api/domain-events.ts'

/** Where the owner of refused photos reads why, by photo, of those that a decision refused. */
export const statementsOfPhotos = question<
  { accountId: number; photoIds: readonly number[] },
  Map<number, string>
>('statementsOfPhotos')
