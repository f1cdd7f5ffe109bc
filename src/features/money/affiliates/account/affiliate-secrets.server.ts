import { decrypt, encrypt } from '#lib/encryption.server.ts'
import { keyedHash } from '#lib/keyed-hash.server.ts'
import { isSameText } from '#lib/signature.server.ts'
import { newToken } from '#lib/token.server.ts'

/** What signs postbacks; it opens for this affiliate alone. */
export function newSecret(code: string, sessionSecret: string): string {
  return encrypt(newToken(), sessionSecret, purposeOf(code))
}

export function openSecret(sealed: string, code: string, sessionSecret: string): string {
  return decrypt(sealed, sessionSecret, purposeOf(code))
}

const purposeOf = (code: string) => `postbacks of affiliate ${code}`

/** The last part of the address of an affiliate's page; a new version ends those before. */
export function pageKey(id: number, version: number, sessionSecret: string): string {
  const mac = keyedHash(`${id} ${version}`, sessionSecret, 'page of an affiliate')
  return `${id}-${mac.toString('base64url')}`
}

export function idInPageKey(key: string): number | null {
  const [, id] = /^(\d{1,15})-[\w-]{43}$/.exec(key) ?? []
  return id === undefined ? null : Number(id)
}

export function isPageKey(
  key: string,
  { id, linkVersion }: { id: number; linkVersion: number },
  sessionSecret: string,
): boolean {
  return isSameText(key, pageKey(id, linkVersion, sessionSecret))
}
