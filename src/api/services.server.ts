import type { Logger } from 'pino'
import type { Db, OpenDatabase, Trx } from '../db/connection.server.ts'
import type { Clock } from '../lib/clock.ts'
import type { Texts } from '../content/texts.server.ts'
import type { Mail } from '../mail/mail.ts'
import type { PhotoFiles } from '../features/photos/files.server.ts'
import type { Settings } from '../settings.ts'
import type { Address, Host } from '../sites/hosts.ts'
import type { Brand } from '../sites/site.ts'
import type { Member } from './session.server.ts'
import type { EventHub } from '../features/live/event-hub.server.ts'
import type { UsedUp } from './limits.server.ts'

/** The outside world, as the features reach it: composed once, in app.server.ts, or by a test. */
export type Services = {
  settings: Settings
  /** Scheme and port of the network's public addresses: links in mails are built from it and brand data. */
  address: Address
  database: OpenDatabase
  db: Db
  clock: Clock
  log: Logger
  /** Puts a mail into the queue; inside a transaction, it leaves only if that commits. */
  queueMail(trx: Db | Trx, mail: Mail): Promise<void>
  photoFiles: PhotoFiles
  /** Legal, help and promo texts as they are now. */
  texts: Texts
  /** What is happening right now, to every open event stream of a member. */
  events: EventHub
  /** Aborted when the process is asked to stop: whatever stays open ends itself then. */
  stopping: AbortSignal
  /** Limits that are known to be used up. */
  usedUp: UsedUp
}

/** One call, as a handler sees it beside its validated input. */
export type CallContext = {
  services: Services
  brand: Brand
  host: Host
  at: Date
  member: Member | null
  /** The session token, for signing out. */
  token: string | null
  ip: string
  /** Browser and system in words, for the list of sessions. */
  device: string
  requestId: string
  request: Request
  /** Headers of the answer. */
  headers: Headers
}
