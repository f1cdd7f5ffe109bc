import type { Feature } from '../../../api/feature.ts'
import { agentViewDoor } from './agent-view.server.ts'
import { cannedTextHandlers } from './canned-texts.server.ts'
import { supportCollections, supportErasures } from './leaving.sql.ts'
import { ownTicketHandlers } from './own-tickets.server.ts'
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
  doors: [agentViewDoor],
  erasures: supportErasures,
  collections: supportCollections,
}
