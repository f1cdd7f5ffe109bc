import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/**
 * AES-256-GCM, for what must be read again and so cannot be hashed (assurance 4); each purpose has
 * its own key.
 */
export function encrypt(text: string, secret: string, purpose: string): string {
  return Buffer.from(encryptBytes(Buffer.from(text, 'utf8'), secret, purpose)).toString('base64')
}

export function decrypt(encrypted: string, secret: string, purpose: string): string {
  return Buffer.from(decryptBytes(Buffer.from(encrypted, 'base64'), secret, purpose)).toString(
    'utf8',
  )
}

/** As `encrypt`, for a file. */
export function encryptBytes(bytes: Uint8Array, secret: string, purpose: string): Uint8Array {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', keyFor(secret, purpose), nonce)
  const ciphertext = Buffer.concat([cipher.update(bytes), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), ciphertext])
}

export function decryptBytes(encrypted: Uint8Array, secret: string, purpose: string): Uint8Array {
  const decipher = createDecipheriv(
    'aes-256-gcm',
    keyFor(secret, purpose),
    encrypted.subarray(0, 12),
    { authTagLength: 16 },
  )
  decipher.setAuthTag(encrypted.subarray(12, 28))
  return Buffer.concat([decipher.update(encrypted.subarray(28)), decipher.final()])
}

/**
 * Null for what was changed, or encrypted with another key: AES-GCM throws the same error for both.
 */
export function ifOurs<T>(decryption: () => T): T | null {
  try {
    return decryption()
  } catch {
    return null
  }
}

function keyFor(secret: string, purpose: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, '', purpose, 32))
}
