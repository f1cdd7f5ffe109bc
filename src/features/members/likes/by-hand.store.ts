import { showToast } from '#ui/toasts.store.ts'
import { $liked, $matched, like, unlike } from './likes.store.ts'
import type { LikedPerson } from './matches.store.ts'

/** By key or swipe, as the heart does; says so, since neither shows where it was. */
export function likeByHand(person: LikedPerson & { isLiked: boolean; isMatched: boolean }): void {
  const { id, username } = person
  const isLiked = $liked.get()[id] ?? person.isLiked
  if (isLiked && ($matched.get()[id] ?? person.isMatched))
    return void import('./end-match.store.ts').then((asks) => asks.endMatch(person))
  void (isLiked ? unlike : like)(person)
  showToast(isLiked ? `You no longer like ${username}.` : `You like ${username}.`, {
    label: 'Undo',
    href: `/profile/view/id/${id}`,
    act: () => likeByHand(person),
  })
}
