import { decrypt, encrypt } from '../../lib/encryption.server.ts'

/** What a session sets up: a secret for an app, and codes for the day the app is lost. */
export type SetUp = { secret: string; recoveryCodes: string[] }

/** An account's secret as it is stored; it decrypts for that account alone. */
export function encryptFactor(secret: string, sessionSecret: string, accountId: number): string {
  return encrypt(secret, sessionSecret, factorPurpose(accountId))
}

/** The secret given to `encryptFactor`; null where it is another account's, or SESSION_SECRET has changed. */
export function decryptFactor(encrypted: string, sessionSecret: string, accountId: number): string | null {
  return decryptOrNull(encrypted, sessionSecret, factorPurpose(accountId))
}

/** A set-up as it is stored until it is confirmed; it decrypts for its session alone. */
export function encryptSetUp(setUp: SetUp, sessionSecret: string, sessionId: number): string {
  return encrypt(JSON.stringify(setUp), sessionSecret, setUpPurpose(sessionId))
}

/** The set-up given to `encryptSetUp`; null where it is another session's, or SESSION_SECRET has changed. */
export function decryptSetUp(encrypted: string, sessionSecret: string, sessionId: number): SetUp | null {
  const text = decryptOrNull(encrypted, sessionSecret, setUpPurpose(sessionId))
  return text === null ? null : (JSON.parse(text) as SetUp)
}

function decryptOrNull(encrypted: string, sessionSecret: string, purpose: string): string | null {
  try {
    return decrypt(encrypted, sessionSecret, purpose)
  } catch {
    // AES-GCM throws for a wrong key and for changed bytes alike: neither is ours to open.
    return null
  }
}

function factorPurpose(accountId: number): string {
  return `second factor of account ${accountId}`
}

function setUpPurpose(sessionId: number): string {
  return `second factor offered to session ${sessionId}`
}
