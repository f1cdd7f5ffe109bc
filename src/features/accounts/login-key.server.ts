import { hashToken } from '../../api/session.server.ts'
import { foldLogin } from '../../lib/folding.ts'

/** What people type may be the address of somebody who never joined: only its hash is kept. */
export function loginKey(login: string): string {
  return Buffer.from(hashToken(foldLogin(login))).toString('base64url')
}
