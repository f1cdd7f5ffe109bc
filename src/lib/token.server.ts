import { hash, randomBytes } from 'node:crypto'

/** A secret that a browser keeps; the database has its hash alone. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

export function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer')
}
