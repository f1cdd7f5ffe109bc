import nodemailer from 'nodemailer'

export type SentMail = {
  from?: string
  sender?: string
  id?: string
  headers?: string[]
  body?: string
  type?: string
}

let mailed = 0

/**
 * Hands a mail over as the operator's mail server does; returns the code and words of the answer.
 */
export async function mailsIn(
  port: number,
  to: string,
  {
    from = 'Alice <alice@example.org>',
    sender = 'alice@example.org',
    id,
    headers = [],
    body = 'Thank you.',
    type = 'text/plain; charset=utf-8',
  }: SentMail = {},
) {
  mailed += 1
  const client = nodemailer.createTransport({
    host: '127.0.0.1',
    port,
    secure: false,
    ignoreTLS: true,
  })
  const raw = [
    `From: ${from}`,
    `To: ${to}`,
    'Subject: Re: Our answer to you',
    `Message-ID: ${id ?? `<${mailed}@mail.example>`}`,
    `Content-Type: ${type}`,
    ...headers,
    '',
    body,
  ].join('\r\n')
  try {
    return (await client.sendMail({ envelope: { from: sender, to: [to] }, raw })).response
  } catch (error) {
    return (error as { response?: string }).response ?? String(error)
  } finally {
    client.close()
  }
}
