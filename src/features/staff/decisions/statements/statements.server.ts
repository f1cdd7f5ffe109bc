import { timingSafeEqual } from 'node:crypto'
import type { Services } from '#api/services.server.ts'
import { keyedHash } from '#lib/keyed-hash.server.ts'
import { DECISION_PATH } from './statements.ts'

type Keys = Pick<Services, 'settings'>

/**
 * The address of a statement, which nobody can guess; it is made from the number, so that it is
 * stored nowhere.
 */
export function statementPath(services: Keys, decisionId: number): string {
  return `${DECISION_PATH}${decisionId}-${signatureOf(services, decisionId)}`
}

/** The decision whose address somebody holds; null for a wrong one. */
export function readToken(services: Keys, token: string): number | null {
  const [, id, signature] = /^([1-9]\d{0,15})-([\w-]{22})$/.exec(token) ?? []
  if (id === undefined || signature === undefined) return null
  const [given, right] = [Buffer.from(signature), Buffer.from(signatureOf(services, Number(id)))]
  return given.length === right.length && timingSafeEqual(given, right) ? Number(id) : null
}

function signatureOf({ settings }: Keys, decisionId: number): string {
  return keyedHash(String(decisionId), settings.sessionSecret, 'statements of decisions')
    .toString('base64url')
    .slice(0, 22)
}
