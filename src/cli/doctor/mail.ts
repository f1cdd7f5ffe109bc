import { connect as connectTcp, isIP, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { connect as connectTls } from 'node:tls'
import { SECOND } from '#lib/clock.ts'
import type { GivenSettings } from '#settings.ts'
import { domainOf } from '#sites/hosts.ts'
import { mainBrand } from '#sites/registry.ts'
import { type Finding, findings, isOfCertificate, reasonOf } from './finding.ts'

const { done, toDo } = findings('mail')
const TIMEOUT = 10 * SECOND

/** Speaks SMTP as far as the recipient, and sends nothing. */
export async function checkMail({
  smtpUrl,
  sitesSuffix,
  production,
}: GivenSettings): Promise<Finding[]> {
  // That a production has none is unfinished (unfinished.ts).
  if (smtpUrl === null)
    return production ? [] : [done('mails are files in DATA_DIR; mail.localhost shows them')]
  const url = new URL(smtpUrl)
  const isSecure = url.protocol === 'smtps:'
  const port = Number(url.port) || (isSecure ? 465 : 587)
  const { hostname } = url
  const from = `no-reply@${domainOf(mainBrand, sitesSuffix)}`
  // TLS names no address.
  const named = isIP(hostname) > 0 ? {} : { servername: hostname }
  let talk: Talk | null = null
  try {
    talk = await Talk.to(
      isSecure
        ? connectTls({ host: hostname, port, ...named })
        : connectTcp({ host: hostname, port }),
      isSecure,
    )
    await talk.expect('greeting', null, 220)
    let features = await talk.expect('EHLO', `EHLO ${domainOf(mainBrand, sitesSuffix)}`, 250)
    if (!isSecure && /STARTTLS/i.test(features)) {
      await talk.expect('STARTTLS', 'STARTTLS', 220)
      talk = await Talk.to(connectTls({ socket: talk.release(), host: hostname, ...named }), true)
      features = await talk.expect('EHLO', `EHLO ${domainOf(mainBrand, sitesSuffix)}`, 250)
    }
    if (url.username !== '') {
      const [user, password] = [decodeURIComponent(url.username), decodeURIComponent(url.password)]
      await talk.expect(
        'AUTH',
        `AUTH PLAIN ${Buffer.from(`\0${user}\0${password}`).toString('base64')}`,
        235,
      )
    }
    await talk.expect('MAIL', `MAIL FROM:<${from}>`, 250)
    await talk.expect('RCPT', `RCPT TO:<${mainBrand.legal.supportEmail}>`, 250)
    const isOpen = !talk.isEncrypted && !/^(127\.|\[?::1|localhost$)/.test(hostname)
    // What is to be known is known by then.
    await talk.expect('QUIT', 'QUIT', 221).catch(asGoodbye)
    return [
      isOpen
        ? toDo(
            `${hostname} takes mail without encryption: switch STARTTLS on there, or use smtps://.`,
          )
        : done(`${hostname} takes mail as far as the recipient`),
    ]
  } catch (error) {
    return [toDo(advice(error, hostname, port))]
  } finally {
    talk?.end()
  }
}

class Refused extends Error {
  readonly step: string
  readonly status: number

  constructor(step: string, status: number) {
    super(`${step} ${status}`)
    this.step = step
    this.status = status
  }
}

/** Of a goodbye that the server refuses or does not wait for. */
function asGoodbye(error: unknown): void {
  if (!(error instanceof Refused) && !(error instanceof Error && 'code' in error)) throw error
}

/** `error`: a refusal of the server, or what the connection failed with. */
export function advice(error: unknown, host: string, port: number): string {
  if (!(error instanceof Refused) && isOfCertificate(reasonOf(error)))
    return `${host}: its certificate is refused (${reasonOf(error)}): give it one for this name, or write its right name in SMTP_URL.`
  if (!(error instanceof Refused))
    return `${host}:${port} cannot be reached (${reasonOf(error)}): correct SMTP_URL, or open the port.`
  const answer = `${host} answers ${error.status} to ${error.step}`
  if (error.step === 'AUTH') return `${answer}: correct name and password in SMTP_URL.`
  if (error.step === 'MAIL') return `${answer}: let it take mail from the brands’ domains.`
  if (error.step === 'RCPT')
    return `${answer}: let it relay for this machine, or put name and password into SMTP_URL.`
  return `${answer}: is it a mail server for sending? Correct SMTP_URL.`
}

class Talk {
  readonly isEncrypted: boolean
  readonly #socket: Socket
  readonly #lines: AsyncIterator<string>
  readonly #reader: ReturnType<typeof createInterface>

  static async to(socket: Socket, isEncrypted: boolean): Promise<Talk> {
    socket.setTimeout(TIMEOUT, () =>
      socket.destroy(Object.assign(new Error('no answer'), { code: 'ETIMEDOUT' })),
    )
    await new Promise<void>((resolve, reject) => {
      socket.once(isEncrypted ? 'secureConnect' : 'connect', resolve)
      socket.once('error', reject)
    })
    return new Talk(socket, isEncrypted)
  }

  private constructor(socket: Socket, isEncrypted: boolean) {
    this.isEncrypted = isEncrypted
    this.#socket = socket
    this.#reader = createInterface({ input: socket })
    this.#lines = this.#reader[Symbol.asyncIterator]()
    // What is read next says it; without a listener it would end the process.
    socket.on('error', () => undefined)
  }

  async expect(step: string, command: string | null, status: number): Promise<string> {
    if (command !== null) this.#socket.write(`${command}\r\n`)
    let text = ''
    for (;;) {
      const { value, done } = await this.#lines.next()
      if (done)
        throw this.#socket.errored ?? Object.assign(new Error('closed'), { code: 'ECONNRESET' })
      text += `${value}\n`
      if (!/^\d{3}-/.test(value)) break
    }
    const given = Number(text.trimEnd().split('\n').at(-1)?.slice(0, 3))
    if (Math.floor(given / 10) !== Math.floor(status / 10)) throw new Refused(step, given || 0)
    return text
  }

  release(): Socket {
    this.#reader.close()
    this.#socket.removeAllListeners('data')
    this.#socket.pause()
    return this.#socket
  }

  end(): void {
    this.#socket.destroy()
  }
}
