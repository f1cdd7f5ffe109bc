import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import nodemailer from 'nodemailer'
import type { Settings } from '../settings.ts'
import { SECOND } from '../lib/clock.ts'

/** One mail, complete, as it goes to a server or into a file. */
export type Message = {
  /** The same at every try, so that whoever receives a repeat can drop it. */
  messageId: string
  from: { name: string; address: string }
  replyTo: string
  to: string
  subject: string
  text: string
  html: string
  headers: Record<string, string>
  date: Date
}

export type Transport = {
  /** Resolves once the other side has taken the message; throws SendError. */
  send(message: Message): Promise<void>
  /** Breaks off what is still being sent: its `send` fails. */
  close(): void
}

/** `refused`: this message, for good. `later`: this message, for now. `away`: no message gets through now. */
export class SendError extends Error {
  override name = 'SendError'
  readonly verdict: 'refused' | 'later' | 'away'

  constructor(verdict: SendError['verdict'], cause: Error) {
    super(cause.message, { cause })
    this.verdict = verdict
  }
}

/** SMTP where there is a server; else files, which the mailbox shows. */
export function openTransport(settings: Pick<Settings, 'smtpUrl' | 'dataDir'>): Transport {
  return settings.smtpUrl === null ? emlFiles(mailDirectory(settings.dataDir)) : smtp(settings.smtpUrl)
}

export function mailDirectory(dataDir: string): string {
  return join(dataDir, 'mail')
}

/** Longest that one message may take, however the server dawdles; well inside a claim. */
const TRY = 60 * SECOND

function smtp(url: string): Transport {
  const pool = nodemailer.createTransport({
    url,
    pool: true,
    maxConnections: 3,
    // The queue decides about another try; the pool would not tell us of its own.
    maxRequeues: 0,
    // Shorter than any server's patience, so that no message meets a connection that is being closed.
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
        await pool.sendMail({ ...composed(message), signal: AbortSignal.timeout(TRY) })
      } catch (error) {
        throw new SendError(verdictOn(error), error instanceof Error ? error : new Error(String(error)))
      }
    },
    close: () => pool.close({ force: true }),
  }
}

/** Only an answer about this very message can condemn it; a wrong password or a dead line is nobody's mail's fault. */
function verdictOn(error: unknown): SendError['verdict'] {
  const { code, permanent } = error as { code?: string; permanent?: boolean }
  if (code === 'EENVELOPE' || code === 'EMESSAGE') return permanent === true ? 'refused' : 'later'
  return code === 'EABORT' ? 'later' : 'away'
}

/** A file's name comes from its mail's id alone: a second try overwrites the first. */
function emlFiles(directory: string): Transport {
  const composer = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  return {
    async send(message) {
      const { message: bytes } = await composer.sendMail(composed(message))
      if (!Buffer.isBuffer(bytes)) throw new TypeError('the composer was asked for a buffer')
      await mkdir(directory, { recursive: true })
      const file = join(directory, `${message.messageId.split('@')[0]}.eml`)
      await writeFile(`${file}.part`, bytes)
      await rename(`${file}.part`, file)
    },
    close: () => undefined,
  }
}

function composed({ to, from, messageId, ...message }: Message) {
  return {
    ...message,
    from,
    to: { name: '', address: to },
    messageId: `<${messageId}>`,
    envelope: { from: from.address, to: [to] },
    // Machines answer machines: no out-of-office replies to us (RFC 3834).
    headers: { ...message.headers, 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
  }
}
