import { decrypt, encrypt } from '../lib/encryption.server.ts'

const PURPOSE = 'queued mail'

/** Encrypts queued mails: they contain sign-in links, and addresses of people who never joined. */
export function encryptMail(text: string, secret: string): string {
  return encrypt(text, secret, PURPOSE)
}

export function decryptMail(encrypted: string, secret: string): string {
  return decrypt(encrypted, secret, PURPOSE)
}
