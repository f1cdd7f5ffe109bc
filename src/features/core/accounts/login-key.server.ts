import { hashToken } from '../../../api/session.server.ts'
import { foldLogin } from '../../../lib/folding.ts'

/** Hashed, since a typed login may be the address of somebody who never joined. */
export function loginKey(login: string): string {
  return Buffer.from(hashToken(foldLogin(login))).toString('base64url')
}
