import { type RefObject, useEffect } from 'react'
import { goingTo } from '#ui/going-to.ts'
import { profileId } from '../profile/trail.ts'

/**
 * Between a list and a profile, the row's picture grows into the photo of the profile and back. The
 * profile's photo has the name in its styles; the row gets it for the one transition.
 */
export function usePhotoTransition(rows: RefObject<ReadonlyMap<number, HTMLElement>>): void {
  useEffect(() => {
    const nameFor = (address: string | null | undefined, transition: ViewTransition | null) => {
      const id = profileId((address && URL.parse(address)?.pathname) || '')
      const row = id === null ? undefined : rows.current.get(id)
      if (!row || !transition) return
      row.style.viewTransitionName = 'photo'
      // A page that the back/forward cache restores must not have a second picture of this name.
      const forget = () => void row.style.removeProperty('view-transition-name')
      // Rejected when the next page has no transitions; the navigation goes on without.
      transition.finished.then(forget, forget)
    }
    const swap = (event: PageSwapEvent) => nameFor(goingTo(event), event.viewTransition)
    const reveal = ({ viewTransition }: PageRevealEvent) =>
      nameFor(navigation.activation?.from?.url, viewTransition)
    addEventListener('pageswap', swap)
    addEventListener('pagereveal', reveal)
    return () => {
      removeEventListener('pageswap', swap)
      removeEventListener('pagereveal', reveal)
    }
  }, [rows])
}
