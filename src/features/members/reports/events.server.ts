import { question } from '../../../api/domain-events.ts'
import type { Scope } from '../../../api/member.server.ts'

/**
 * The last messages between the caller and a member as the caller reads them, the oldest first: for
 * a report.
 */
export const messagesBetweenThem = question<
  { scope: Scope; otherId: number },
  Array<{
    isMine: boolean
    kind: string
    text: string | null
    recording: { key: string; file: string } | null
    at: string
  }>
>('messagesBetweenThem')
