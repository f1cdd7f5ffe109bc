import {
  createPrivateKey,
  createPublicKey,
  hkdfSync,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto'
import { appendFile, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Job } from '#jobs/worker.server.ts'
import { HOUR } from '#lib/clock.ts'
import { headOf } from './chain.sql.ts'

/** The number and hash of the chain's newest row at a time. */
export type Head = { seq: number; hash: string; at: Date }

/** RFC 8410: an Ed25519 private key is this prefix and 32 bytes. */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex')

function keyOf(sessionSecret: string): KeyObject {
  const seed = Buffer.from(hkdfSync('sha256', sessionSecret, '', 'audit heads', 32))
  return createPrivateKey({ key: Buffer.concat([PKCS8, seed]), format: 'der', type: 'pkcs8' })
}

function publicKeyOf(sessionSecret: string): string {
  return createPublicKey(keyOf(sessionSecret)).export({ format: 'jwk' }).x ?? ''
}

const textOf = ({ seq, hash, at }: Head) =>
  Buffer.from(`audit head\n${seq}\n${hash}\n${at.toISOString()}`)

/**
 * Ed25519 (RFC 8032), base64url: who can write to the database cannot make it without the session
 * secret.
 */
export function signatureOfHead(head: Head, sessionSecret: string): string {
  return sign(null, textOf(head), keyOf(sessionSecret)).toString('base64url')
}

export function isSignedHead(head: Head, signature: string, sessionSecret: string): boolean {
  return verify(
    null,
    textOf(head),
    createPublicKey(keyOf(sessionSecret)),
    Buffer.from(signature, 'base64url'),
  )
}

export function headsFile(dataDir: string): string {
  return join(dataDir, 'audit-heads.jsonl')
}

/**
 * Writes the chain's head where the database does not reach: a line of the log and one of a file in
 * DATA_DIR, of which a copy belongs on another machine. A chain that is cut or made anew no longer
 * has the rows that these lines name.
 */
export const auditHeadJob: Job = {
  name: 'auditHead',
  period: HOUR,
  start({ db, clock, settings, log }) {
    let written = -1
    return {
      async run() {
        const { seq, hash } = await headOf(db)
        if (seq === 0 || seq === written) return
        const head = { seq, hash, at: clock.now() }
        const line = {
          ...head,
          key: publicKeyOf(settings.sessionSecret),
          signature: signatureOfHead(head, settings.sessionSecret),
        }
        await appendFile(headsFile(settings.dataDir), `\n${JSON.stringify(line)}\n`, {
          mode: 0o600,
          flush: true,
        })
        log.info({ auditHead: line }, 'head of the audit log')
        written = seq
      },
    }
  },
}

export type KeptHeads = {
  heads: Head[]
  /**
   * Lines signed with another session secret, which cannot be checked, and those whose signature is
   * wrong.
   */
  otherKey: number
  forged: number
}

export async function readHeads(file: string, sessionSecret: string): Promise<KeptHeads | null> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (text === null) return null
  const own = publicKeyOf(sessionSecret)
  const kept: KeptHeads = { heads: [], otherKey: 0, forged: 0 }
  for (const line of text.split('\n')) {
    const given = parsed(line)
    if (given === null) continue
    const { seq, hash, at, key, signature } = given
    const head = { seq, hash, at: new Date(at) }
    if (key !== own) kept.otherKey += 1
    else if (Number.isNaN(head.at.getTime()) || !isSignedHead(head, signature, sessionSecret))
      kept.forged += 1
    else kept.heads.push(head)
  }
  return kept
}

/** Null for an empty line, and for one that a crash cut short. */
function parsed(
  line: string,
): { seq: number; hash: string; at: string; key: string; signature: string } | null {
  try {
    return { seq: 0, hash: '', at: '', key: '', signature: '', ...(JSON.parse(line) as object) }
  } catch {
    return null
  }
}
