import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import nodemailer from 'nodemailer'
import { SECOND } from '../lib/clock.ts'
import type { Settings } from '../settings.ts'

export type OutgoingMail = {
  /** When it was queued, and its id: digits. */
  name: string
  /** Stays the same for each try, so that receivers can drop duplicates. */
  messageId: string
  from: { name: string; address: string }
  replyTo: string
  to: string
  subject: string
  text: string
  html: string
  headers: Record<string, string>
  pictures: readonly Uint8Array[]
  date: Date
}

export type MailTransport = {
  send(message: OutgoingMail): Promise<void>
  close(): void
}

/**
 * `refused`: permanent failure of this message; `later`: temporary; `away`: the server is
 * unreachable.
 */
export class SendError extends Error {
  override name = 'SendError'
  readonly verdict: 'refused' | 'later' | 'away'

  constructor(verdict: SendError['verdict'], cause: Error) {
    super(cause.message, { cause })
    this.verdict = verdict
  }
}

export function openTransport(settings: Pick<Settings, 'smtpUrl' | 'dataDir'>): MailTransport {
  return settings.smtpUrl === null
    ? emlFiles(mailDirectory(settings.dataDir))
    : smtp(settings.smtpUrl)
}

export function mailDirectory(dataDir: string): string {
  return join(dataDir, 'mail')
}

const SEND_TIMEOUT = 60 * SECOND

function smtp(url: string): MailTransport {
  const pool = nodemailer.createTransport({
    url,
    pool: true,
    maxConnections: 3,
    // The queue decides about retries; the pool would not report its own.
    maxRequeues: 0,
    // Shorter than any server's idle timeout, so that no message uses a connection that is being
    // closed.
    idleTimeout: 5 * SECOND,
    connectionTimeout: 10 * SECOND,
    greetingTimeout: 10 * SECOND,
    socketTimeout: 30 * SECOND,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send(message) {
      try {
        await pool.sendMail({ ...composed(message), signal: AbortSignal.timeout(SEND_TIMEOUT) })
      } catch (error) {
        throw new SendError(
          verdictOn(error),
          error instanceof Error ? error : new Error(String(error)),
        )
      }
    },
    close: () => pool.close({ force: true }),
  }
}

/**
 * Only a response about this message marks it as failed; a wrong password or a lost connection
 * concerns all mails.
 */
function verdictOn(error: unknown): SendError['verdict'] {
  const { code, permanent } = error as { code?: string; permanent?: boolean }
  if (code === 'EENVELOPE' || code === 'EMESSAGE') return permanent === true ? 'refused' : 'later'
  return code === 'EABORT' ? 'later' : 'away'
}

/** A retry overwrites the file. */
function emlFiles(directory: string): MailTransport {
  const composer = nodemailer.createTransport({
    streamTransport: true,
    buffer: true,
    newline: 'windows',
  })
  return {
    async send(message) {
      const { message: bytes } = await composer.sendMail(composed(message))
      if (!Buffer.isBuffer(bytes)) throw new TypeError('the composer was asked for a buffer')
      await mkdir(directory, { recursive: true })
      const file = join(directory, `${message.name}.eml`)
      await writeFile(`${file}.part`, bytes)
      await rename(`${file}.part`, file)
    },
    close: () => undefined,
  }
}

function composed({
  from,
  replyTo,
  to,
  subject,
  text,
  html,
  headers,
  pictures,
  date,
  messageId,
}: OutgoingMail) {
  return {
    from,
    replyTo,
    subject,
    text,
    html,
    date,
    attachments: pictures.map((bytes, index) => ({
      filename: `picture-${index + 1}.webp`,
      contentType: 'image/webp',
      content: Buffer.from(bytes),
    })),
    to: { name: '', address: to },
    messageId: `<${messageId}>`,
    envelope: { from: from.address, to: [to] },
    // Prevents automatic replies such as out-of-office (RFC 3834).
    headers: { ...headers, 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
  }
}
