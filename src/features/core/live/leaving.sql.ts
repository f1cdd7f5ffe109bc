import { type Erasure, erased } from '../../../api/erasure.server.ts'

/** What happens to events when an account is erased; those of others that name it end within minutes. */
export const liveErasures: readonly Erasure[] = [
  erased('member_events', ['member_id'], 'nobody listens any more'),
]
