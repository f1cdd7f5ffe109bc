import type { Logger } from 'pino'
import type { Texts } from '../content/texts.server.ts'
import type { Db, OpenDatabase, Trx } from '../db/connection.server.ts'
import type { EventHub } from '../features/core/live/event-hub.server.ts'
import type { PhotoFiles } from '../features/members/photos/files.server.ts'
import type { Clock } from '../lib/clock.ts'
import type { Mail } from '../mail/mail.ts'
import type { Settings } from '../settings.ts'
import type { Address, Host } from '../sites/hosts.ts'
import type { Brand } from '../sites/site.ts'
import type { ErrorService } from './error-service.server.ts'
import type { Feature } from './feature.ts'
import type { Turn } from './hashing-queue.server.ts'
import type { MemoryCounts, ExhaustedLimits } from './limits.server.ts'
import type { Remembered } from './remembered.server.ts'
import type { SessionCache } from './session-cache.server.ts'
import type { Member, Scope, SessionRow } from './session.server.ts'

/** Why a process stops whose successor already answers at the same address. */
export const REPLACED = 'replaced'

export type Services = {
  settings: Settings
  features: readonly Feature[]
  address: Address
  database: OpenDatabase
  db: Db
  clock: Clock
  log: Logger
  /** Null where none is set. */
  errorService: ErrorService | null
  /** Queues a mail; inside a transaction, it is sent only after the commit. */
  queueMail(trx: Db | Trx, mail: Mail): Promise<void>
  /** Called where an account gets an address: hides it from those who have blocked the address, at once if it has seen none of them. */
  hideFromBlockers(
    trx: Trx,
    account: { id: number; email: string; at: Date; atOnce: boolean },
  ): Promise<void>
  /** Called where a profile gets other words, by the rules against fraud. */
  observeProfile(
    trx: Trx,
    who: { accountId: number; brand: string; at: Date },
    joinedAt: Date,
    text: string,
  ): Promise<void>
  /** The last messages between the caller and a member as the caller reads them, the oldest first: for a report. */
  messagesForReport(
    trx: Trx,
    scope: Scope,
    otherId: number,
  ): Promise<
    Array<{
      isMine: boolean
      kind: string
      text: string | null
      recording: { key: string; file: string } | null
      at: string
    }>
  >
  /** Whether a brand is closed to an account by a decision, and the address that says why; null where it is open. */
  closedTo(
    account: { id: number; bannedAt: Date | null },
    brand: string,
    at: Date,
  ): Promise<{ statement: string | null } | null>
  /** Where the owner of refused photos reads why, of those that a decision refused. */
  statementsOfPhotos(accountId: number, photoIds: readonly number[]): Promise<Map<number, string>>
  /** Sends the messages that a decision withheld: it is taken back. */
  passOnWithheld(trx: Trx, decisionId: number, at: Date): Promise<void>
  /** They are withheld by another decision, in whose place an objection puts it. */
  withholdBy(trx: Trx, by: { decisionId: number; instead: number }): Promise<void>
  /** Requests for removal that a decision about a member answers. */
  removals: {
    /** Throws in words where the request does not name the account, or names whoever decides. */
    refuseUnnamed(
      trx: Trx,
      about: { id: number; accountId: number; staffId: number },
    ): Promise<void>
    /** Ends the request with a decision that takes effect, and tells whoever asked. */
    end(
      trx: Trx,
      ended: { id: number; act: string; note: string; by: number | null; at: Date },
    ): Promise<void>
  }
  /** Photos for one view that wait for staff, or were refused; also those that were withheld with their message. `giveBack` is false where there is none any more. */
  viewOnce: {
    waiting(trx: Trx, messageId: number): Promise<{ ownerId: number; key: string } | null>
    /** Also true of one that was withheld, which `waiting` does not show. */
    waits(trx: Trx, messageId: number): Promise<boolean>
    /** Where the photo is; null where there is none any more. */
    judge(
      trx: Trx,
      photo: { messageId: number; ownerId: number; approved: boolean; at: Date },
    ): Promise<'sent' | 'withheld' | null>
    /** The name of the file of a refused one, as long as it is kept. */
    refused(db: Db, messageId: number): Promise<string | null>
    /** Sends one that was refused after all. */
    giveBack(trx: Trx, photo: { messageId: number; ownerId: number; at: Date }): Promise<boolean>
  }
  /** What becomes of a picture that a list knows once staff have decided about it: what is kept, and what the list is to be told. */
  preservation: {
    /** A decision is made that takes effect later. Throws where the copy cannot be stored. */
    judged(trx: Trx, judged: JudgedMatch): Promise<void>
    /** Such a decision never takes effect. */
    lapsed(trx: Trx, decisionId: number, at: Date): Promise<void>
    /** One that had taken effect is taken back. */
    reversed(trx: Trx, decisionId: number, at: Date): Promise<void>
    /** Whether a copy is kept by a decision. */
    isKept(trx: Trx, decisionId: number): Promise<boolean>
  }
  photoFiles: PhotoFiles
  texts: Texts
  sessionCache: SessionCache<SessionRow>
  events: EventHub
  remembered: Remembered
  /** Aborted when the process shuts down: open streams then end themselves. The reason is REPLACED, or none. */
  stopping: AbortSignal
  exhaustedLimits: ExhaustedLimits
  counts: MemoryCounts
}

/** `isConfirmed`: it is what the list says; otherwise the match was wrong. */
export type JudgedMatch = {
  decisionId: number
  kind: 'photo' | 'viewOnce'
  /** Of the photo, or of the message with it. */
  aboutId: number
  ownerId: number
  isConfirmed: boolean
  by: number
  at: Date
}

export type CallContext = {
  services: Services
  brand: Brand
  host: Host
  at: Date
  member: Member | null
  token: string | null
  ip: string
  device: string
  requestId: string
  request: Request
  headers: Headers
  /** In the queue for hashing a password. */
  turn: Turn
}
