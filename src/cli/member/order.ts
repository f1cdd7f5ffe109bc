import type { Trx } from '#db/connection.server.ts'
import type { Settings } from '#settings.ts'

/** `number` is an amount, or the id of a message or of a photo in a chat; `accountId` is 0 where nobody is called so. */
export type MemberOrder = {
  trx: Trx
  settings: Settings
  username: string
  accountId: number
  number: number
  given: readonly string[]
  at: Date
}
