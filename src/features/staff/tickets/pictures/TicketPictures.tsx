import type { TicketPicture } from '#guests/help/own-tickets.contract.ts'
import { ticketPicturePath } from '#guests/help/ticket-pictures.ts'
import { Veiled } from '#staff/desk/Veiled.tsx'
import { noteLook } from '../queue/ticket-acts.store.ts'
import styles from '../queue/Tickets.module.css'

type Props = { ticket: number; pictures: readonly TicketPicture[]; heldBack?: number }

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
      {pictures.length === 0 ? null : <Shown ticket={ticket} pictures={pictures} />}
    </>
  )
}

function Shown({ ticket, pictures }: Omit<Props, 'heldBack'>) {
  return (
    <Veiled task={null} onSharp={() => void noteLook(ticket)}>
      <ul className={styles['pictures']}>
        {pictures.map(({ id, width, height }, index) => (
          <li key={id}>
            <img
              src={ticketPicturePath(id)}
              width={width}
              height={height}
              alt={`Picture ${index + 1} of ${pictures.length}`}
              loading="lazy"
            />
          </li>
        ))}
      </ul>
    </Veiled>
  )
}
