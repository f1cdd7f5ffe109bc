import { createHmac } from 'node:crypto'
import type { Member } from '#api/member.server.ts'

/** Cannot be traced to the session; changes after 30 minutes without a request. Guests get none. */
export function visitIdOf(member: Member | null, secret: string): string {
  if (!member) return ''
  return createHmac('sha256', secret)
    .update(`visit.${member.sessionId}.${member.visitStartedAt.getTime()}`)
    .digest('base64url')
    .slice(0, 22)
}
