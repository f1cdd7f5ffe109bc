import { map } from 'nanostores'
import { api, assertRefused } from '#api/client.ts'
import { outdatePages } from '#lib/browser.ts'
import { createOrder } from '#ui/call-order.ts'
import { optimistic } from '#ui/optimistic.ts'
import { showToast } from '#ui/toasts.store.ts'
import type { matchAction } from './likes.contract.ts'
import { announceMatch, forgetMatch, type LikedPerson } from './matches.store.ts'

export const $liked = map<Record<number, boolean>>({})
/** Who of them is liked back, as far as the page has heard since it was rendered. */
export const $matched = map<Record<number, boolean>>({})

/** Who is “not for me”: what shows them hides them, until it is taken back. */
export const $passed = map<Record<number, boolean>>({})

export const TAKEN_BACK_WITHIN = 10_000

const inFlight = new Map<number, Promise<void>>()

/** Likes a member at once and reverts if the server refuses. */
export function like(person: LikedPerson): Promise<void> {
  return setLiked(person, true)
}

/** Ends no match: of one that the page has not heard of, it says so. */
export function unlike(person: LikedPerson): Promise<void> {
  return setLiked(person, false)
}

const inOrder = createOrder()

/** False where the server refuses. */
export async function setPassed(id: number, isPassed: boolean): Promise<boolean> {
  const action = isPassed ? 'pass' : 'unpass'
  const done = await optimistic(
    () => $passed.setKey(id, isPassed),
    () =>
      inOrder(id, () =>
        api.send<typeof matchAction>('POST /match/{action}', { params: { action }, body: { id } }),
      ),
    () => $passed.setKey(id, !isPassed),
  )
  if (done) outdatePages()
  return done !== null
}

function setLiked(person: LikedPerson, liked: boolean): Promise<void> {
  $liked.setKey(person.id, liked)
  const settling = inFlight.get(person.id) ?? synchronise(person, !liked)
  inFlight.set(person.id, settling)
  return settling
}

/**
 * One request at a time per member, so that two fast clicks cannot arrive in the wrong order.
 */
async function synchronise(person: LikedPerson, before: boolean): Promise<void> {
  const { id } = person
  let known = before
  try {
    for (
      let wished = $liked.get()[id];
      wished !== undefined && wished !== known;
      wished = $liked.get()[id]
    ) {
      const action = wished ? 'like' : 'unlike'
      const answer = await api.send<typeof matchAction>('POST /match/{action}', {
        params: { action },
        body: { id, asks: 'yes' },
      })
      known = answer.liked
      outdatePages()
      $matched.setKey(id, answer.isMatch)
      if (answer.isMatch && !answer.isRestored) announceMatch(person)
      else if (!answer.liked) forgetMatch(id)
    }
  } catch (error) {
    $liked.setKey(id, known)
    assertRefused(error)
    if (error.code === 'areYouSure') $matched.setKey(id, true)
    showToast(error.message)
  } finally {
    inFlight.delete(id)
  }
}
