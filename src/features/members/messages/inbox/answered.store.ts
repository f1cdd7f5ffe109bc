import { map } from 'nanostores'

/** Who waits for an answer no longer: answered on this page, or put off. */
export const $answered = map<Record<number, boolean>>({})

/** Takes out those whose messages were answered in their chats. */
export function leaveAnswered(ids: readonly number[]): void {
  for (const id of ids) if (!$answered.get()[id]) $answered.setKey(id, true)
}
