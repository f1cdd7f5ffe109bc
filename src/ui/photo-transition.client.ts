/**
 * Between a list and a profile, the card's picture grows into the photo of the profile and back. The profile's photo
 * has the name in its styles; the card's gets it for the one transition.
 */
const NAME = 'photo'

addEventListener('pageswap', ({ viewTransition, activation }) => {
  if (viewTransition) nameFor(activation?.entry.url, viewTransition)
})
addEventListener('pagereveal', ({ viewTransition }) => {
  if (viewTransition) nameFor(navigation.activation?.from?.url, viewTransition)
})

function nameFor(address: string | null | undefined, transition: ViewTransition): void {
  const path = address && URL.parse(address)?.pathname
  if (!path || !/\/profile\/view\/id\/\d+$/.test(path)) return
  const picture = document.querySelector<HTMLElement>(`[data-person]:has(a[href="${path}"]) img`)
  if (!picture) return
  picture.style.viewTransitionName = NAME
  // A page that the back/forward cache restores must not have a second picture of this name.
  const forget = () => void picture.style.removeProperty('view-transition-name')
  // Rejected when the next page has no transitions; the navigation goes on without.
  transition.finished.then(forget, forget)
}
