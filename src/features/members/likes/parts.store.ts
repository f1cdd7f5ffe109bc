import { map } from 'nanostores'
import { api } from '#api/client.ts'
import { optimistic } from '#ui/optimistic.ts'
import type { matchAction } from './likes.contract.ts'
import { $liked, $matched } from './likes.store.ts'
import { announceMatch, type LikedPerson } from './matches.store.ts'
import type { NamedPart } from './parts.sql.ts'

export type LikeablePart = { kind: 'photo' | 'prompt'; id: number }

/** What of the profile is liked, by its key, as far as the page has changed it. */
export const $likedParts = map<Record<string, boolean>>({})

export const partKey = ({ kind, id }: LikeablePart) => `${kind}-${id}`

export function named({ kind, id }: LikeablePart): NamedPart {
  return kind === 'photo' ? { photo: id } : { prompt: id }
}

const inFlight = new Set<string>()

/**
 * A like that names a part is a like of the person; taken back, it takes back that part alone. True
 * for a new one that makes no match.
 */
export async function setPartLiked(
  owner: LikedPerson,
  part: LikeablePart,
  liked: boolean,
): Promise<boolean> {
  const key = partKey(part)
  if (inFlight.has(key)) return false
  inFlight.add(key)
  const action = liked ? 'like' : 'unlike'
  try {
    const answer = await optimistic(
      () => $likedParts.setKey(key, liked),
      () =>
        api.send<typeof matchAction>('POST /match/{action}', {
          params: { action },
          body: { id: owner.id, ...named(part) },
        }),
      () => $likedParts.setKey(key, !liked),
    )
    if (answer === null) return false
    $liked.setKey(owner.id, answer.liked)
    $matched.setKey(owner.id, answer.isMatch)
    if (answer.isMatch && liked) announceMatch(owner)
    return liked && !answer.isMatch
  } finally {
    inFlight.delete(key)
  }
}

/** Whoever takes a like back takes back what it named. */
export function forgetPart(part: LikeablePart): void {
  $likedParts.setKey(partKey(part), false)
}
