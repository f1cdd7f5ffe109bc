import type { TicketPicture } from '#guests/help/own-tickets.contract.ts'
import { ticketPicturePath } from '#guests/help/ticket-pictures.ts'
import { Veiled } from '#staff/desk/Veiled.tsx'
import { noteLook } from './looks.store.ts'
import styles from '../queue/Tickets.module.css'

type Props = { ticket: number; pictures: readonly TicketPicture[] }

/** Pictures that are sharp as long as somebody holds them so. */
export function VeiledPictures({ ticket, pictures }: Props) {
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
