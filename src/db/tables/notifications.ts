import type { Generated } from 'kysely'
import type { Id } from '../columns.ts'

export type NotificationsTables = {
  push_subscriptions: {
    id: Id
    account_id: number
    session_id: number
    brand: string
    endpoint: string
    p256dh: string
    auth: string
    kinds: string[]
    says_what: Generated<boolean>
    created_at: Date
  }
  pushes: {
    id: Id
    subscription_id: number
    kind: string
    /** Who did what it tells of. */
    other_id: number | null
    next_try_at: Date
    tries: Generated<number>
    claimed_until: Date | null
    /** The part of the receiver's profile that it tells of, in words. */
    about: string | null
  }
}
