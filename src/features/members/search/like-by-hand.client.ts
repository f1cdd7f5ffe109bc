import { showToast } from '../../../ui/toasts.store.ts'

/** Likes somebody by key or swipe, or takes it back, as their heart does; says so, since neither shows where it was. */
export function toggleLike(person: Element | null | undefined): boolean {
  const box = person?.querySelector<HTMLInputElement>('input[data-like]')
  if (!box) return false
  box.click()
  const { like: id = '', name = '' } = box.dataset
  const isLiked = box.checked
  const text = isLiked ? `You like ${name}.` : `You no longer like ${name}.`
  // By the store and not by the heart, which a list that is shown anew no longer has.
  const undo = () =>
    void import('../likes/likes.store.ts').then(({ like, unlike }) =>
      (isLiked ? unlike : like)({ id: Number(id), username: name, picture: null }),
    )
  showToast(text, { label: 'Undo', href: `/profile/view/id/${id}`, act: undo })
  return true
}
