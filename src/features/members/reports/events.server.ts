import { question } from '#api/domain-events.ts'
import type { Scope } from '#api/member.server.ts'
import type { EvidenceMessage } from '#db/columns.ts'

/**
 * The last messages between the caller and a member as the caller reads them, the oldest first: for
 * a report. With `messageId`, that message alone and the one that it answers.
 */
export const messagesBetweenThem = question<
  { scope: Scope; otherId: number; messageId?: number | undefined },
  EvidenceMessage[]
>('messagesBetweenThem')
