import { map } from 'nanostores'
import { api, assertRefused } from '../../../api/client.ts'
import { showToast } from '../../../ui/toasts.store.ts'
import type { matchAction } from './likes.contract.ts'
import { announceMatch, forgetMatch, type LikedPerson } from './matches.store.ts'

export const $liked = map<Record<number, boolean>>({})

const inFlight = new Map<number, Promise<void>>()

/** Likes a member at once and reverts if the server refuses. */
export function like(person: LikedPerson): Promise<void> {
  return setLiked(person, true)
}

export function unlike(person: LikedPerson): Promise<void> {
  return setLiked(person, false)
}

function setLiked(person: LikedPerson, liked: boolean): Promise<void> {
  $liked.setKey(person.id, liked)
  const settling = inFlight.get(person.id) ?? synchronise(person, !liked)
  inFlight.set(person.id, settling)
  return settling
}

/** One request at a time per member, so that two fast clicks cannot arrive in the wrong order; each is made even if the page is left at once. */
async function synchronise(person: LikedPerson, before: boolean): Promise<void> {
  let known = before
  try {
    for (
      let wished = $liked.get()[person.id];
      wished !== undefined && wished !== known;
      wished = $liked.get()[person.id]
    ) {
      const action = wished ? 'like' : 'unlike'
      const answer = await api.send<typeof matchAction>(
        'POST /match/{action}',
        { params: { action }, body: { id: person.id } },
        { keepalive: true },
      )
      known = answer.liked
      if (answer.isMatch && !answer.isRestored) announceMatch(person)
      else if (!answer.liked) forgetMatch(person.id)
    }
  } catch (error) {
    $liked.setKey(person.id, known)
    assertRefused(error)
    showToast(error.message)
  } finally {
    inFlight.delete(person.id)
  }
}
