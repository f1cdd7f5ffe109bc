import { type IncomingHttpHeaders, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP } from 'node:net'
import { MINUTE, SECOND } from '../../lib/clock.ts'
import { isLoopback } from '../../lib/proxies.server.ts'
import { sign } from '../../lib/signature.server.ts'
import type { GivenSettings } from '../../settings.ts'
import { domainOf } from '../../sites/hosts.ts'
import { brands, mainBrand } from '../../sites/registry.ts'
import { type Finding, findings, isOfCertificate, reasonOf } from './finding.ts'

const { ok, toDo } = findings('proxy')
const TIMEOUT = 5 * SECOND
const LABELS = ['www', 'api', 'media'] as const
const SOON = 14
/** RFC 5737: nobody's. */
const FORGED = '192.0.2.55'
const MOST_SKEW = MINUTE

export type Asked = { status: number; headers: IncomingHttpHeaders; body: string; daysOfCertificate: number | null }
type Question = { host?: string; headers?: Record<string, string>; body?: string }
type Way = Pick<GivenSettings, 'production' | 'host' | 'port' | 'sitesSuffix'>

/** As members reach it: in production by the name and TLS, on whichever domains the brands are; a demo is on this machine. */
export function askServer(way: Way, path: string, { host = `www.${domainOf(mainBrand, way.sitesSuffix)}`, headers = {}, body }: Question = {}): Promise<Asked> {
  const send = way.production ? requestHttps : requestHttp
  const to = way.production ? { host, servername: host } : { host: way.host, port: way.port }
  const named = way.production ? host : `${host}:${way.port}`
  return new Promise((resolve, reject) => {
    const asked = send(
      { ...to, path, method: body === undefined ? 'GET' : 'POST', agent: false, timeout: TIMEOUT, headers: { ...headers, Host: named } },
      (response) => {
        const { socket } = response
        const certificate = 'getPeerCertificate' in socket ? (socket as import('node:tls').TLSSocket).getPeerCertificate() : null
        const until = certificate ? Date.parse(certificate.valid_to) : NaN
        let text = ''
        response.on('data', (part: Buffer) => (text += String(part).slice(0, 10_000)))
        response.on('error', reject)
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: text,
            daysOfCertificate: Number.isNaN(until) ? null : (until - Date.now()) / (24 * 60 * MINUTE),
          }),
        )
      },
    )
    asked.on('timeout', () => asked.destroy(Object.assign(new Error('no answer'), { code: 'ETIMEDOUT' })))
    asked.on('error', reject)
    asked.end(body)
  })
}

/** Each brand's hosts as somebody outside sees them. `secret` makes the server tell which client address it sees. */
export async function checkOutside(settings: Way, secret: string | null): Promise<Finding[]> {
  const found: Finding[] = []
  const hosts = brands.flatMap((brand) => LABELS.map((label) => `${label}.${domainOf(brand, settings.sitesSuffix)}`))
  const first = await ask(settings, hosts[0] ?? '', secret)
  if (typeof first === 'string' && !settings.production) {
    return [toDo(`Nothing answers at ${settings.host}:${settings.port} (${first}): npm start, or set PORT as it was started.`)]
  }
  // A few at a time: a proxy may limit one address.
  for (let from = 0; from < hosts.length; from += 6) {
    const some = hosts.slice(from, from + 6)
    const answers = await Promise.all(some.map((host) => ask(settings, host, null)))
    found.push(...some.flatMap((host, index) => hostFindings(host, answers[index] ?? 'no answer', settings.production)))
  }
  if (typeof first !== 'string') found.push(...clientFindings(first, settings.production, secret !== null))
  return found.length > 0 ? found : [ok(`all ${hosts.length} hosts of ${brands.length} brands answer as they should`)]
}

async function ask(settings: Way, host: string, secret: string | null): Promise<Asked | string> {
  const headers = {
    'X-Forwarded-For': FORGED,
    'X-Request-Id': 'forged-by-the-doctor',
    ...(secret === null ? {} : { 'X-Doctor': sign({ doctor: Date.now() }, secret) }),
  }
  return askServer(settings, '/healthz', { host, headers }).catch(reasonOf)
}

export function hostFindings(host: string, answer: Asked | string, production: boolean): Finding[] {
  if (typeof answer === 'string') {
    const isName = answer === 'ENOTFOUND' || answer === 'EAI_AGAIN'
    const isTls = isOfCertificate(answer)
    return [
      toDo(
        `${host}: ${isName ? 'the name is not known: enter it in DNS.' : isTls ? `its certificate is refused (${answer}): get one for this name.` : `no answer (${answer}): start the proxy, and open its port.`}`,
      ),
    ]
  }
  const { status, headers, daysOfCertificate } = answer
  if (status === 421) return [toDo(`${host}: the proxy does not pass the Host header on: let it send the one it gets.`)]
  if (status !== 200 || headers['x-request-id'] === undefined)
    return [toDo(`${host}: something else answers, with ${status}: let the proxy pass this host on to the server.`)]
  return [
    production &&
      headers['strict-transport-security'] === undefined &&
      toDo(`${host}: the proxy takes Strict-Transport-Security away: let it pass headers on.`),
    headers['content-security-policy'] === undefined && toDo(`${host}: the proxy takes Content-Security-Policy away: let it pass headers on.`),
    daysOfCertificate !== null &&
      daysOfCertificate < SOON &&
      toDo(`${host}: its certificate ends in ${Math.max(0, Math.floor(daysOfCertificate))} days: renew it.`),
  ].filter((finding) => finding !== false)
}

export function clientFindings({ body, headers }: Pick<Asked, 'body' | 'headers'>, production: boolean, isAsked: boolean): Finding[] {
  const seen = addressIn(body)
  const date = Date.parse(headers.date ?? '')
  return [
    isAsked && seen === null && toDo('The server does not say which client address it sees: run this with the SESSION_SECRET that it has.'),
    seen === FORGED &&
      toDo('The server believes an address that a client made up: make TRUST_PROXY name only your own proxies, and let the proxy append to X-Forwarded-For.'),
    production &&
      seen !== null &&
      seen !== FORGED &&
      isInside(seen) &&
      toDo(`The server sees the proxy (${seen}) as its client, so that all members share their limits: set TRUST_PROXY to the proxies between.`),
    headers['x-request-id'] === 'forged-by-the-doctor' &&
      production &&
      toDo('The server believes a request id that a client made up: let the proxy set X-Request-Id itself, or remove it.'),
    Math.abs(date - Date.now()) > MOST_SKEW &&
      findings('time').toDo('The clock of the server and ours are a minute apart: let both machines keep time by NTP.'),
  ].filter((finding) => finding !== false)
}

function addressIn(body: string): string | null {
  try {
    const { address } = JSON.parse(body) as { address?: unknown }
    return typeof address === 'string' && isIP(address) > 0 ? address : null
  } catch {
    return null
  }
}

function isInside(address: string): boolean {
  return isLoopback(address) || /^(10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|169\.254\.|f[cd]|fe80)/i.test(address)
}
