import { createHash, randomBytes } from 'node:crypto'
import type { Db } from '../db/connection.server.ts'
import { MINUTE, SECOND } from '../lib/clock.ts'
import { keyedHash } from '../lib/keyed-hash.server.ts'
import { isSameText } from '../lib/signature.server.ts'
import { hit } from './limits.server.ts'
import { leadingZeros } from './proofs.ts'

/** Some 65,000 hashes: a second of a phone. */
const BITS = 16
const LIFETIME = 2 * MINUTE
const LONGEST = 200

/** `bits.expiry.nonce.mac`: nothing of it is stored before it is solved. */
export function newChallenge(secret: string, at: Date): string {
  const text = `${BITS}.${at.getTime() + LIFETIME}.${randomBytes(16).toString('base64url')}`
  return `${text}.${macOf(text, secret)}`
}

/**
 * Whether it is our challenge with its solution, in time and for the first time, whichever process
 * issued it.
 */
export async function takeProof(db: Db, proof: string, secret: string, at: Date): Promise<boolean> {
  if (proof.length > LONGEST) return false
  const [bits = '', expiry = '', nonce = '', mac = '', solution = ''] = proof.split('.')
  if (!isSameText(mac, macOf(`${bits}.${expiry}.${nonce}`, secret))) return false
  if (Number(expiry) < at.getTime() || solution === '') return false
  if (leadingZeros(createHash('sha256').update(proof).digest()) < Number(bits)) return false
  const { number } = await hit(db, `proof:${nonce}`, { seconds: LIFETIME / SECOND }, at)
  return number === 1
}

function macOf(text: string, secret: string): string {
  return keyedHash(text, secret, 'proof of work').toString('base64url')
}
