import { decrypt, encrypt, ifOurs } from '#lib/encryption.server.ts'

export type SetUp = { secret: string; recoveryCodes: string[] }

/** Encrypts a secret so that it decrypts only for this account. */
export function encryptFactor(secret: string, sessionSecret: string, accountId: number): string {
  return encrypt(secret, sessionSecret, factorPurpose(accountId))
}

export function decryptFactor(
  encrypted: string,
  sessionSecret: string,
  accountId: number,
): string | null {
  return ifOurs(() => decrypt(encrypted, sessionSecret, factorPurpose(accountId)))
}

/** Encrypts an unconfirmed set-up so that it decrypts only for its session. */
export function encryptSetUp(setUp: SetUp, sessionSecret: string, sessionId: number): string {
  return encrypt(JSON.stringify(setUp), sessionSecret, setUpPurpose(sessionId))
}

export function decryptSetUp(
  encrypted: string,
  sessionSecret: string,
  sessionId: number,
): SetUp | null {
  const text = ifOurs(() => decrypt(encrypted, sessionSecret, setUpPurpose(sessionId)))
  return text === null ? null : (JSON.parse(text) as SetUp)
}

function factorPurpose(accountId: number): string {
  return `second factor of account ${accountId}`
}

function setUpPurpose(sessionId: number): string {
  return `second factor offered to session ${sessionId}`
}
