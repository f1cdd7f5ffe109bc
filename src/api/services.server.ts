import type { Logger } from 'pino'
import type { Texts } from '../content/texts.server.ts'
import type { Db, OpenDatabase, Trx } from '../db/connection.server.ts'
import type { EventHub } from '../features/core/live/event-hub.server.ts'
import type { Clock } from '../lib/clock.ts'
import type { Mail } from '../mail/mail.ts'
import type { Settings } from '../settings.ts'
import type { Address } from '../sites/hosts.ts'
import type { Collection } from './collections.server.ts'
import type { DomainEvent, Question } from './domain-events.ts'
import type { Aging, Erasure } from './erasure.server.ts'
import type { ErrorService } from './error-service.server.ts'
import type { MemoryCounts, ExhaustedLimits } from './limits.server.ts'
import type { SessionRow } from './member.server.ts'
import type { createOwnCounts } from './own-counts.server.ts'
import type { PhotoFiles } from './photo-files.ts'
import type { Remembered } from './remembered.server.ts'
import type { SessionCache } from './session-cache.server.ts'

/** Why a process stops whose successor already answers at the same address. */
export const REPLACED = 'replaced'

export type Services = {
  settings: Settings
  /** Tells the rooms that hear of it, in the transaction in which it happened. */
  say<What>(trx: Trx, event: DomainEvent<What>, what: What): Promise<void>
  /** Throws where no room answers, or two do. */
  ask<About, Answer>(db: Db | Trx, to: Question<About, Answer>, about: About): Promise<Answer>
  erasures: readonly Erasure[]
  aging: readonly Aging[]
  collections: readonly Collection[]
  ownCounts: ReturnType<typeof createOwnCounts>
  address: Address
  database: OpenDatabase
  db: Db
  clock: Clock
  log: Logger
  errorService: ErrorService | null
  /** Queues a mail; inside a transaction, it is sent only after the commit. */
  queueMail(trx: Db | Trx, mail: Mail): Promise<void>
  photoFiles: PhotoFiles
  texts: Texts
  sessionCache: SessionCache<SessionRow>
  events: EventHub
  remembered: Remembered
  /**
   * Aborted when the process shuts down: open streams then end themselves. The reason is REPLACED,
   * or none.
   */
  stopping: AbortSignal
  exhaustedLimits: ExhaustedLimits
  counts: MemoryCounts
}
