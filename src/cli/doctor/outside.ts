import { type IncomingHttpHeaders, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP } from 'node:net'
import { MINUTE, SECOND } from '#lib/clock.ts'
import { jsonIn } from '#lib/json.ts'
import { isLoopback } from '#lib/proxies.server.ts'
import { sign } from '#lib/signature.server.ts'
import { isReserved } from '#process/unfinished.ts'
import type { GivenSettings } from '#settings.ts'
import { domainOf } from '#sites/hosts.ts'
import { brands, mainBrand } from '#sites/registry.ts'
import { type Finding, findings, isOfCertificate, reasonOf } from './finding.ts'

const { done, toDo } = findings('proxy')
const TIMEOUT = 5 * SECOND
const LABELS = ['www', 'api', 'media'] as const
const SOON = 14
/** RFC 5737: nobody's. */
const FORGED = '192.0.2.55'
const MOST_SKEW = MINUTE

export type Asked = {
  status: number
  headers: IncomingHttpHeaders
  body: string
  daysOfCertificate: number | null
}
type Question = { host?: string; headers?: Record<string, string>; body?: string }
type Way = Pick<GivenSettings, 'production' | 'host' | 'port' | 'sitesSuffix'>

/**
 * As members reach it: in production by the name and TLS, on whichever domains the brands are; a
 * demo is on this machine.
 */
export function askServer(
  way: Way,
  path: string,
  { host = `www.${domainOf(mainBrand, way.sitesSuffix)}`, headers = {}, body }: Question = {},
): Promise<Asked> {
  const send = way.production ? requestHttps : requestHttp
  const to = way.production ? { host, servername: host } : { host: way.host, port: way.port }
  const named = way.production ? host : `${host}:${way.port}`
  return new Promise((resolve, reject) => {
    const asked = send(
      {
        ...to,
        path,
        method: body === undefined ? 'GET' : 'POST',
        agent: false,
        timeout: TIMEOUT,
        headers: { ...headers, Host: named },
      },
      (response) => {
        const { socket } = response
        const certificate =
          'getPeerCertificate' in socket
            ? (socket as import('node:tls').TLSSocket).getPeerCertificate()
            : null
        const until = certificate ? Date.parse(certificate.valid_to) : NaN
        let text = ''
        response.on('data', (part: Buffer) => (text += String(part).slice(0, 10_000)))
        response.on('error', reject)
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: text,
            daysOfCertificate: Number.isNaN(until)
              ? null
              : (until - Date.now()) / (24 * 60 * MINUTE),
          }),
        )
      },
    )
    asked.on('timeout', () =>
      asked.destroy(Object.assign(new Error('no answer'), { code: 'ETIMEDOUT' })),
    )
    asked.on('error', reject)
    asked.end(body)
  })
}

/**
 * Each brand's hosts as somebody outside sees them. `secret` makes the server tell which client
 * address it sees.
 */
export async function checkOutside(settings: Way, secret: string | null): Promise<Finding[]> {
  const domains = brands.map((brand) => domainOf(brand, settings.sitesSuffix))
  // That a production has placeholders is unfinished (unfinished.ts), and nobody answers for them.
  const hosts = domains
    .filter((domain) => !settings.production || !isReserved(domain))
    .flatMap((domain) => LABELS.map((label) => `${label}.${domain}`))
  const [main] = hosts
  if (main === undefined)
    return [toDo('No brand has a domain of its own yet, at which it could be asked.')]
  const found: Finding[] = []
  const first = await ask(settings, main, secret)
  if (typeof first === 'string' && !settings.production) {
    return [
      toDo(
        `Nothing answers at ${settings.host}:${settings.port} (${first}): npm start, or set PORT as it was started.`,
      ),
    ]
  }
  const answers = new Map<string, Asked | string>()
  // A few at a time: a proxy may limit one address.
  for (let from = 0; from < hosts.length; from += 6) {
    const some = hosts.slice(from, from + 6)
    for (const [index, answer] of (
      await Promise.all(some.map((host) => ask(settings, host, null)))
    ).entries())
      answers.set(some[index] ?? '', answer)
  }
  found.push(...hostFindings(answers, settings.production))
  if (typeof first !== 'string')
    found.push(...clientFindings(first, settings.production, secret !== null))
  return found.length > 0
    ? found
    : [done(`all ${hosts.length} hosts of ${brands.length} brands answer as they should`)]
}

/** What the server tells the doctor alone, or why it does not answer. */
export function askAsDoctor(settings: Way, secret: string | null): Promise<Asked | string> {
  return ask(settings, `www.${domainOf(mainBrand, settings.sitesSuffix)}`, secret)
}

async function ask(settings: Way, host: string, secret: string | null): Promise<Asked | string> {
  const headers = {
    'X-Forwarded-For': FORGED,
    'X-Request-Id': 'forged-by-the-doctor',
    ...(secret === null ? {} : { 'X-Doctor': sign({ doctor: Date.now() }, secret) }),
  }
  return askServer(settings, '/healthz', { host, headers }).catch(reasonOf)
}

const NAMED = 6

/** One line a fact: hosts of which the same is to be said are named together. */
export function hostFindings(
  answers: ReadonlyMap<string, Asked | string>,
  production: boolean,
): Finding[] {
  const hostsBy = new Map<string, string[]>()
  for (const [host, answer] of answers) {
    for (const fault of hostFaults(answer, production))
      hostsBy.set(fault, [...(hostsBy.get(fault) ?? []), host])
  }
  return [...hostsBy].map(([fault, hosts]) => {
    const more = hosts.length > NAMED ? ` and ${hosts.length - NAMED} more` : ''
    return toDo(`${hosts.slice(0, NAMED).join(', ')}${more}: ${fault}`)
  })
}

function hostFaults(answer: Asked | string, production: boolean): string[] {
  if (typeof answer === 'string') {
    const isName = answer === 'ENOTFOUND' || answer === 'EAI_AGAIN'
    const isTls = isOfCertificate(answer)
    if (isName) return ['the name is not known: enter it in DNS.']
    return [
      isTls
        ? `its certificate is refused (${answer}): get one for this name.`
        : `no answer (${answer}): start the proxy, and open its port.`,
    ]
  }
  const { status, headers, daysOfCertificate } = answer
  if (status === 421)
    return ['the proxy does not pass the Host header on: let it send the one it gets.']
  if (status !== 200 || headers['x-request-id'] === undefined)
    return [
      `something else answers, with ${status}: let the proxy pass this host on to the server.`,
    ]
  return [
    production &&
      headers['strict-transport-security'] === undefined &&
      'the proxy takes Strict-Transport-Security away: let it pass headers on.',
    headers['content-security-policy'] === undefined &&
      'the proxy takes Content-Security-Policy away: let it pass headers on.',
    daysOfCertificate !== null &&
      daysOfCertificate < SOON &&
      `its certificate ends in ${Math.max(0, Math.floor(daysOfCertificate))} days: renew it.`,
  ].filter((fault) => fault !== false)
}

export function clientFindings(
  { body, headers }: Pick<Asked, 'body' | 'headers'>,
  production: boolean,
  isAsked: boolean,
): Finding[] {
  const seen = addressIn(body)
  const date = Date.parse(headers.date ?? '')
  return [
    isAsked &&
      seen === null &&
      toDo(
        'The server does not say which client address it sees: run this with the SESSION_SECRET that it has, or let the name lead to it in DNS.',
      ),
    seen === FORGED &&
      toDo(
        'The server believes an address that a client made up: make TRUST_PROXY name only your own proxies, and let the proxy append to X-Forwarded-For.',
      ),
    production &&
      seen !== null &&
      seen !== FORGED &&
      isInside(seen) &&
      toDo(
        `The server sees the proxy (${seen}) as its client, so that all members share their limits: set TRUST_PROXY to the proxies between.`,
      ),
    headers['x-request-id'] === 'forged-by-the-doctor' &&
      production &&
      toDo(
        'The server believes a request id that a client made up: let the proxy set X-Request-Id itself, or remove it.',
      ),
    Math.abs(date - Date.now()) > MOST_SKEW &&
      findings('machine').toDo(
        'The clock of the server and ours are a minute apart: let both machines keep time by NTP.',
      ),
  ].filter((finding) => finding !== false)
}

function addressIn(body: string): string | null {
  const { address } = (jsonIn(body) ?? {}) as { address?: unknown }
  return typeof address === 'string' && isIP(address) > 0 ? address : null
}

function isInside(address: string): boolean {
  return (
    isLoopback(address) ||
    /^(10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|169\.254\.|f[cd]|fe80)/i.test(address)
  )
}
