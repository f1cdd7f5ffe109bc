import type { TicketPicture } from '../../guests/help/own-tickets.contract.ts'
import { ticketPicturePath } from '../../guests/help/ticket-pictures.ts'
import { Veiled } from '../desk/Veiled.tsx'
import { noteLook } from './tickets.store.ts'
import styles from './Tickets.module.css'

type Props = { ticket: number; pictures: readonly TicketPicture[] }

/** Pictures of a question or an answer; each look at them sharp is on record. */
export function TicketPictures({ ticket, pictures }: Props) {
  if (pictures.length === 0) return null
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
