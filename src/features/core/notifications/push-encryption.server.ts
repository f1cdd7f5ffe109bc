import { createCipheriv, createECDH, ECDH, hkdfSync, randomBytes } from 'node:crypto'

/** The keys of a browser's subscription, as base64url: its public key on P-256, and its secret of 16 bytes. */
export type DeviceKeys = { p256dh: string; auth: string }

const RECORD_SIZE = 4096
/** One record with its padding delimiter and tag, after a header of 86 bytes: push services take 4096 in all. */
const MAX_PAYLOAD = 3993

export function isDeviceKeys({ p256dh, auth }: DeviceKeys): boolean {
  const key = Buffer.from(p256dh, 'base64url')
  if (key.length !== 65 || key[0] !== 4 || Buffer.from(auth, 'base64url').length !== 16)
    return false
  try {
    // Throws for a point that is not on the curve.
    ECDH.convertKey(key, 'prime256v1')
    return true
  } catch {
    return false
  }
}

/** Fresh for each message; given only to compare with the example of the standard. */
type Fresh = { privateKey: Uint8Array; salt: Uint8Array }

/** Encrypts a payload for one browser: RFC 8291 with the content coding aes128gcm of RFC 8188, in one record. */
export function encryptPush(payload: string, { p256dh, auth }: DeviceKeys, fresh?: Fresh): Buffer {
  const text = Buffer.from(payload)
  if (text.length > MAX_PAYLOAD) throw new RangeError('a push that is too long')
  const theirs = Buffer.from(p256dh, 'base64url')
  const ecdh = createECDH('prime256v1')
  if (fresh) ecdh.setPrivateKey(fresh.privateKey)
  else ecdh.generateKeys()
  const ours = ecdh.getPublicKey()
  const salt = fresh?.salt ?? randomBytes(16)
  const derive = (key: Uint8Array, saltOf: Uint8Array, info: Buffer, length: number) =>
    new Uint8Array(hkdfSync('sha256', key, saltOf, info, length))
  const shared = derive(
    ecdh.computeSecret(theirs),
    Buffer.from(auth, 'base64url'),
    Buffer.concat([Buffer.from('WebPush: info\0'), theirs, ours]),
    32,
  )
  const key = derive(shared, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = derive(shared, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  const cipher = createCipheriv('aes-128-gcm', key, nonce)
  // 2 ends the last record.
  const record = Buffer.concat([
    cipher.update(Buffer.concat([text, Buffer.of(2)])),
    cipher.final(),
    cipher.getAuthTag(),
  ])
  const size = Buffer.alloc(4)
  size.writeUInt32BE(RECORD_SIZE)
  return Buffer.concat([salt, size, Buffer.of(ours.length), ours, record])
}
