import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server'
import { mailJob } from '#mail/delivery.server.ts'
import { decryptMail } from '#mail/encryption.server.ts'
import type { Mail } from '#mail/mail.ts'
import { mainBrand } from '#sites/registry.ts'
import type { TestApp } from './app.ts'

type Behaviour = 'accept' | 'refuse' | 'defer' | 'hangUp' | 'stall'

export type TestSmtpServer = {
  url: string
  received: Email[]
  /** Sets the response per message; `accept` by default. */
  behave(behaviour: (email: Email) => Behaviour): void
  close(): Promise<void>
}

/** `at`: a port that was free, instead of any. */
export async function startSmtpServer(at = 0): Promise<TestSmtpServer> {
  const received: Email[] = []
  let behaviour: (email: Email) => Behaviour = () => 'accept'
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    logger: false,
    onData(stream: SMTPServerDataStream, session: SMTPServerSession, answer) {
      void buffer(stream)
        .then((bytes) => PostalMime.parse(bytes))
        .then((email) => {
          received.push(email)
          const verdict = behaviour(email)
          if (verdict === 'accept') answer()
          else if (verdict === 'refuse')
            answer(Object.assign(new Error('no such user'), { responseCode: 550 }))
          else if (verdict === 'defer')
            answer(Object.assign(new Error('try later'), { responseCode: 451 }))
          else if (verdict === 'hangUp') hangUp(session)
        })
        .catch(answer)
    },
  })
  // Some tests close the connection on purpose.
  server.on('error', () => undefined)
  function hangUp({ id }: SMTPServerSession): void {
    for (const connection of server.connections)
      if (connection.session.id === id) connection._socket.destroy()
  }
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(at, '127.0.0.1', resolve)
  })
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    behave: (next) => void (behaviour = next),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

/** Of a kind of which any number is sent to one address. */
export function aMail(more: Partial<Mail> = {}): Mail {
  return {
    kind: 'receipt',
    brand: mainBrand,
    accountId: null,
    to: 'alice@example.org',
    subject: 'News about your account',
    greeting: 'Hello, Alice.',
    paragraphs: ['Something happened.'],
    action: {
      label: 'Have a look',
      url: 'http://www.adultcrush.localhost:4321/dashboard?token=secret-token',
    },
    list: null,
    ...more,
  }
}

export async function deliverMails(app: TestApp): Promise<void> {
  const work = mailJob.start(app.services)
  await work.run(new AbortController().signal)
  await work.close?.()
}

export type WaitingMail = {
  kind: string
  subject: string
  text: string
  html: string
  headers: Record<string, string>
}

export async function mailsTo(app: TestApp, email: string): Promise<WaitingMail[]> {
  const rows = await app.db
    .selectFrom('mails')
    .selectAll()
    .where('recipient', '=', email)
    .where('sent_at', 'is', null)
    .orderBy('id', 'desc')
    .execute()
  const secret = app.services.settings.sessionSecret
  return rows.map(({ kind, subject, headers, text_body, html_body }) => ({
    kind,
    subject,
    headers,
    text: decryptMail(text_body, secret),
    html: decryptMail(html_body, secret),
  }))
}

export async function linkIn(app: TestApp, email: string): Promise<URL> {
  const [mail] = await mailsTo(app, email)
  const [link] = /https?:\/\/\S+/.exec(mail?.text ?? '') ?? []
  if (link === undefined) throw new Error(`no mail with a link to ${email}`)
  return new URL(link)
}
