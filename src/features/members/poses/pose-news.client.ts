import { $hint } from '#core/live/stream.store.ts'
import { showToast } from '#ui/toasts.store.ts'

/**
 * Says that staff have decided about the photo check: now, and whenever it happens again on this
 * page.
 */
export function showPoseNews(): void {
  say()
  $hint.listen((hint) => {
    if (hint?.type === 'photoCheck') say()
  })
}

function say(): void {
  showToast('Our staff have looked at your photo.', {
    label: 'See what they say',
    href: '/profile/edit/managePhotos#photo-check',
  })
}
