import { lazy, Suspense } from 'react'
import type { TicketPicture } from '#guests/help/own-tickets.contract.ts'

type Props = { ticket: number; pictures: readonly TicketPicture[]; heldBack?: number }

/** Most tickets have none. */
const loadShown = async () => ({ default: (await import('./VeiledPictures.tsx')).VeiledPictures })
const VeiledPictures = import.meta.env.SSR ? (await loadShown()).default : lazy(loadShown)

/** Pictures of a question or an answer; each look at them sharp is on record. */
export function TicketPictures({ ticket, pictures, heldBack = 0 }: Props) {
  return (
    <>
      {heldBack === 0 ? null : (
        <p className="notice notice-warning">
          {heldBack === 1 ? 'A picture was' : `${heldBack} pictures were`} held back: on a list of
          pictures that nobody may see. Leads alone are shown {heldBack === 1 ? 'it' : 'them'}.
        </p>
      )}
      {pictures.length === 0 ? null : (
        <Suspense>
          <VeiledPictures ticket={ticket} pictures={pictures} />
        </Suspense>
      )}
    </>
  )
}
