import type { Feature } from '#api/feature.ts'
import { editProfileHandlers } from './edit/edit-profile.server.ts'
import { locationHandlers } from './edit/location.server.ts'
import { firstMessageHandlers } from './first-messages/first-messages.server.ts'
import { peopleCollections } from './leaving.sql.ts'
import { promptHandlers } from './prompts/prompts.server.ts'
import { shownToHandlers } from './shown-to/shown-to.server.ts'

export const people: Feature = {
  room: 'core/people',
  handlers: [
    ...locationHandlers,
    ...promptHandlers,
    ...editProfileHandlers,
    ...shownToHandlers,
    ...firstMessageHandlers,
  ],
  collections: peopleCollections,
}
