import type { Feature } from '#api/feature.ts'
import { agentViewDoor } from './agent/agent-view.server.ts'
import { cannedTextHandlers } from './canned-texts/canned-texts.server.ts'
import { supportCollections, supportErasures } from './leaving.sql.ts'
import { ownTicketHandlers } from './own-tickets.server.ts'
import { ticketCount } from './own-tickets.sql.ts'
import { ticketPictureDoor } from './pictures/ticket-picture-door.server.ts'
import { ticketPictureSweepJob } from './pictures/ticket-pictures.server.ts'
import { picturesThatExist, storedTicketPictures } from './pictures/ticket-pictures.sql.ts'
import { readTicketPictureName } from './pictures/ticket-pictures.ts'
import { ticketQueueHandlers } from './queue/ticket-queue.server.ts'
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
