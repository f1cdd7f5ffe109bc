import type { GeneratedAlways } from 'kysely'
import type { Id, Json } from '../columns.ts'

export type LiveTables = {
  member_events: {
    xid: GeneratedAlways<string>
    id: Id
    member_id: number
    event: Json<unknown>
    at: GeneratedAlways<Date>
  }
}
