import type { Answer } from '#api/contract.ts'
import { avatarOf } from '#core/people/pictures/avatar.ts'
import { likedInWords } from '#members/likes/parts.ts'
import type { whoWaits } from './waiting.contract.ts'
import { waitsInWords } from './waiting.ts'
import type { TrayRow } from './Waiting.tsx'

export function trayRows(
  { waiting }: Pick<Answer<typeof whoWaits>, 'waiting'>,
  now: Date,
): TrayRow[] {
  return waiting.map(({ other, since, likedOfYours }) => ({
    id: other.userId,
    username: other.username,
    age: other.age,
    photo: avatarOf(other.picture),
    since,
    ago: waitsInWords(new Date(since), now),
    liked: likedInWords(likedOfYours),
  }))
}
