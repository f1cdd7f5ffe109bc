import { foldLogin } from '#lib/folding.ts'
import { hashToken } from '#lib/token.server.ts'

/** Hashed, since a typed login may be the address of somebody who never joined. */
export function loginKey(login: string): string {
  return Buffer.from(hashToken(foldLogin(login))).toString('base64url')
}
