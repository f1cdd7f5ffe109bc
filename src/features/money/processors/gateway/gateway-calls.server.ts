import type { Services } from '#api/services.server.ts'
import { SECOND } from '#lib/clock.ts'
import { signatureOf } from '#lib/signature.server.ts'
import type { Gateway } from './env.server.ts'

const TIMEOUT = 10 * SECOND

/**
 * A signed `POST` to another program, with the scheme of its webhooks to us. Throws unless it
 * answers 2xx.
 */
export async function signedPost(
  address: URL,
  secret: string,
  payload: unknown,
  at: Date,
): Promise<Response> {
  const body = JSON.stringify(payload)
  const timestamp = String(Math.floor(at.getTime() / SECOND))
  const answer = await fetch(address, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'X-Webhook-Timestamp': timestamp,
      'X-Webhook-Signature': signatureOf(body, timestamp, secret),
    },
    body,
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT),
  })
  if (!answer.ok) throw new Error(`${address.pathname} was answered ${answer.status}`)
  return answer
}

/** Throws unless the gateway confirms, which it does without content. */
export async function tellGateway(
  { clock }: Pick<Services, 'clock'>,
  gateway: Gateway,
  path: string,
  payload: unknown,
): Promise<void> {
  const answer = await signedPost(
    serverAddress(path, gateway.origin),
    gateway.secret,
    payload,
    clock.now(),
  )
  // A page about maintenance, sent with status 200, confirms nothing.
  if (answer.status !== 204) throw new Error(`${path} was answered ${answer.status} instead of 204`)
}

/** Node does not resolve `*.localhost`, where the sandboxes listen. */
export function serverAddress(path: string, origin: string): URL {
  const url = new URL(path, origin)
  if (url.hostname.endsWith('.localhost')) url.hostname = '127.0.0.1'
  return url
}

/** The JSON of a gateway's answer, to be parsed by the caller. */
export async function askGateway(
  { clock }: Pick<Services, 'clock'>,
  gateway: Gateway,
  path: string,
  payload: unknown,
): Promise<unknown> {
  const answer = await signedPost(
    serverAddress(path, gateway.origin),
    gateway.secret,
    payload,
    clock.now(),
  )
  const type = answer.headers.get('Content-Type') ?? ''
  if (!type.includes('application/json'))
    throw new Error(`${path} was answered with ${type === '' ? 'nothing' : type}`)
  return answer.json()
}
