import type { Feature } from '#api/feature.ts'
import { hearsCorrected } from './address-act.server.ts'
import { findMemberHandlers } from './find-members.server.ts'
import { memberFileHandlers } from './member-file.server.ts'
import { memberNoteHandlers } from './member-notes.server.ts'
import { supportActHandlers } from './support-acts.server.ts'
import { lateActJob } from './waiting-acts.server.ts'

export const members: Feature = {
  room: 'staff/members',
  handlers: [
    ...findMemberHandlers,
    ...memberFileHandlers,
    ...memberNoteHandlers,
    ...supportActHandlers,
  ],
  jobs: [lateActJob],
  hears: [hearsCorrected],
}
