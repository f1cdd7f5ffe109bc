import type { Feature } from '../../../api/feature.ts'
import { agentViewDoor } from './agent-view.server.ts'
import { cannedTextHandlers } from './canned-texts.server.ts'
import { supportCollections, supportErasures } from './leaving.sql.ts'
import { ownTicketHandlers } from './own-tickets.server.ts'
import { ticketCount } from './own-tickets.sql.ts'
import { ticketPictureDoor } from './ticket-picture-door.server.ts'
import { ticketPictureSweepJob } from './ticket-pictures.server.ts'
import { picturesThatExist, storedTicketPictures } from './ticket-pictures.sql.ts'
import { readTicketPictureName } from './ticket-pictures.ts'
import { ticketQueueHandlers } from './ticket-queue.server.ts'
import { ticketHandlers } from './tickets.server.ts'

export const tickets: Feature = {
  room: 'staff/tickets',
  handlers: [
    ...ticketHandlers,
    ...ownTicketHandlers,
    ...ticketQueueHandlers,
    ...cannedTextHandlers,
  ],
  doors: [agentViewDoor, ticketPictureDoor],
  jobs: [ticketPictureSweepJob],
  fileKinds: [
    {
      what: 'picture of a ticket',
      keyOf: readTicketPictureName,
      known: picturesThatExist,
      rows: storedTicketPictures,
    },
  ],
  erasures: supportErasures,
  collections: supportCollections,
  ownCounts: [ticketCount],
}
