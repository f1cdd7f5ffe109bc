import { once } from 'node:events'
import type pino from 'pino'
import type { SMTPServer, SMTPServerAddress, SMTPServerDataStream } from 'smtp-server'
import { SECOND } from '../lib/clock.ts'

/** Three pictures of 8 MB, as a mail encodes them; a larger one is refused in words. */
const MAX_MAIL = 35_000_000
/** Bytes of all mails that come at the same moment: two of the largest. */
const MOST_HELD = 2 * MAX_MAIL
/** The header of a mail, and of each of its parts. */
export const MAX_HEAD = 64_000
const CLIENTS = 20

/** `sender` is the envelope's, '' for a report of delivery. */
export type Incoming = { recipient: string; sender: string; bytes: Uint8Array }
/**
 * `later`: the sending server tries again. `words` go to the person who wrote, by their own mail
 * provider.
 */
export type MailVerdict = { kind: 'taken' } | { kind: 'refused' | 'later'; words: string }

export type MailDoor = {
  /** Null for an address that takes mail; else why it takes none. */
  refusal(address: string): string | null
  take(mail: Incoming): Promise<MailVerdict>
}

/**
 * Listens for the mail server of the operator. It sends nothing on, so that nobody can send through
 * it.
 */
export async function listenForMail(
  { host, port }: { host: string; port: number },
  door: MailDoor,
  log: pino.Logger,
): Promise<ListeningMailDoor> {
  // 20 MB of memory, which only an operator who takes mail should hold.
  const { SMTPServer: Server } = await import('smtp-server')
  const server = new Server({
    banner: 'answers to our mails',
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    size: MAX_MAIL,
    maxClients: CLIENTS,
    maxRecipients: 1,
    socketTimeout: 30 * SECOND,
    closeTimeout: 3 * SECOND,
    onRcptTo({ address }, _session, answer) {
      const refusal = door.refusal(address)
      answer(refusal === null ? null : refused(550, refusal))
    },
    onData(stream, { envelope: { mailFrom, rcptTo } }, answer) {
      void receive(stream, mailFrom, rcptTo[0])
        .then(answer)
        .catch((error: unknown) => {
          log.error({ error }, 'a mail was not taken')
          answer(refused(451, 'Please try again later.'))
        })
    },
  })
  let held = 0
  async function receive(
    stream: SMTPServerDataStream,
    from: SMTPServerAddress | false,
    to: SMTPServerAddress | undefined,
  ): Promise<Error | null> {
    let own = 0
    const letGo = () => {
      held -= own
      own = 0
    }
    const hold = (length: number): boolean => {
      // What is dropped makes room for the others.
      if (held + length > MOST_HELD) {
        letGo()
        return false
      }
      held += length
      own += length
      return true
    }
    try {
      const bytes = await bytesOf(stream, hold)
      if (bytes === 'large')
        return refused(552, 'This mail is too large. Please write to us with fewer files.')
      if (bytes === 'full')
        return refused(451, 'Many mails come at this moment. Please try again in a few minutes.')
      const verdict = await door.take({
        recipient: to?.address ?? '',
        sender: from === false ? '' : from.address,
        bytes,
      })
      if (verdict.kind === 'taken') return null
      return refused(verdict.kind === 'later' ? 451 : 550, verdict.words)
    } finally {
      letGo()
    }
  }
  const listening = once(server.server, 'listening')
  // Of a connection that breaks; what cannot listen rejects `listening`.
  server.on('error', (error) =>
    log.warn({ code: (error as NodeJS.ErrnoException).code }, 'a connection for mail failed'),
  )
  server.listen(port, host)
  await listening
  return {
    server: server.server,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

export type ListeningMailDoor = { server: SMTPServer['server']; close(): Promise<void> }

function refused(responseCode: number, words: string): Error {
  return Object.assign(new Error(words), { responseCode })
}

/**
 * `large` for a mail that is too large, `full` where `hold` has no room for it; it is read to its
 * end, since the sender hears nothing before.
 */
async function bytesOf(
  stream: SMTPServerDataStream,
  hold: (length: number) => boolean,
): Promise<Uint8Array | 'large' | 'full'> {
  const parts: Buffer[] = []
  let length = 0
  let isFull = false
  for await (const part of stream as AsyncIterable<Buffer>) {
    length += part.length
    if (length <= MAX_MAIL) isFull ||= !hold(part.length)
    if (length <= MAX_MAIL && !isFull) parts.push(part)
    else parts.length = 0
  }
  if (length > MAX_MAIL || stream.sizeExceeded) return 'large'
  return isFull ? 'full' : Buffer.concat(parts)
}
