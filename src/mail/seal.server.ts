import { sealText, unsealText } from '../lib/seal.server.ts'

const PURPOSE = 'queued mail'

/** Mails carry links that sign somebody in, and addresses of people who never joined: what waits is sealed. */
export function sealMail(text: string, secret: string): string {
  return sealText(text, secret, PURPOSE)
}

/** The text of `sealMail`; throws if it was sealed under another secret, or tampered with. */
export function unsealMail(text: string, secret: string): string {
  return unsealText(text, secret, PURPOSE)
}
