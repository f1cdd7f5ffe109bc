import {
  createHash,
  createPrivateKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign,
} from 'node:crypto'
import type { Addition, Assertion } from '#core/accounts/passkeys/passkeys.contract.ts'

/**
 * A passkey in software: what a browser and its authenticator answer (WebAuthn Level 3, §6), and
 * what is wrong with it.
 */
export type Passkey = {
  id: Buffer
  privateKey: KeyObject
  userHandle: string
  count: number
  rpId: string
}

export type Wrong = {
  origin?: string
  rpId?: string
  challenge?: string
  isVerified?: boolean
  type?: string
  signature?: string
  count?: number
  userHandle?: string
}

const PRESENT = 1
const VERIFIED = 4
const HAS_CREDENTIAL = 64

const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')
const sha256 = (text: string | Uint8Array) => createHash('sha256').update(text).digest()

function clientData(type: string, challenge: string, origin: string): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
}

function authenticatorData(
  rpId: string,
  flags: number,
  count: number,
  more: Uint8Array = new Uint8Array(),
): Buffer {
  const counter = Buffer.alloc(4)
  counter.writeUInt32BE(count)
  return Buffer.concat([sha256(rpId), Buffer.from([flags]), counter, more])
}

/** CBOR of the few kinds that an attestation has. */
function cbor(value: number | string | Uint8Array | Map<number | string, unknown>): Buffer {
  const head = (kind: number, size: number): Buffer =>
    size < 24
      ? Buffer.from([(kind << 5) | size])
      : size < 256
        ? Buffer.from([(kind << 5) | 24, size])
        : Buffer.from([(kind << 5) | 25, size >> 8, size & 255])
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string')
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (value instanceof Map) {
    return Buffer.concat([
      head(5, value.size),
      ...[...value].flatMap(([key, one]) => [cbor(key), cbor(one as Parameters<typeof cbor>[0])]),
    ])
  }
  return Buffer.concat([head(2, value.length), value])
}

type CreationOptions = { rp: { id: string }; user: { id: string }; challenge: string }

export function creates(
  options: CreationOptions,
  origin: string,
  wrong: Wrong = {},
): { passkey: Passkey; response: Addition } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const key = new Map<number, unknown>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, Buffer.from(x, 'base64url')],
    [-3, Buffer.from(y, 'base64url')],
  ])
  const id = randomBytes(32)
  const size = Buffer.from([id.length >> 8, id.length & 255])
  const rpId = wrong.rpId ?? options.rp.id
  const flags = PRESENT | HAS_CREDENTIAL | (wrong.isVerified === false ? 0 : VERIFIED)
  const authData = authenticatorData(
    rpId,
    flags,
    wrong.count ?? 0,
    Buffer.concat([Buffer.alloc(16), size, id, cbor(key)]),
  )
  const attestation = new Map<string, unknown>([
    ['fmt', 'none'],
    ['attStmt', new Map()],
    ['authData', authData],
  ])
  const data = clientData(
    wrong.type ?? 'webauthn.create',
    wrong.challenge ?? options.challenge,
    wrong.origin ?? origin,
  )
  return {
    passkey: {
      id,
      privateKey: createPrivateKey(privateKey.export({ format: 'pem', type: 'pkcs8' })),
      userHandle: options.user.id,
      count: wrong.count ?? 0,
      rpId,
    },
    response: {
      id: base64url(id),
      rawId: base64url(id),
      type: 'public-key',
      response: {
        clientDataJSON: base64url(data),
        attestationObject: base64url(cbor(attestation)),
        transports: ['internal'],
      },
    },
  }
}

/** Signs a challenge; a passkey with a count raises it with each use. */
export function signs(
  passkey: Passkey,
  challenge: string,
  origin: string,
  wrong: Wrong = {},
): Assertion {
  if (passkey.count > 0) passkey.count += 1
  const authData = authenticatorData(
    wrong.rpId ?? passkey.rpId,
    PRESENT | (wrong.isVerified === false ? 0 : VERIFIED),
    wrong.count ?? passkey.count,
  )
  const data = clientData(
    wrong.type ?? 'webauthn.get',
    wrong.challenge ?? challenge,
    wrong.origin ?? origin,
  )
  const signature = sign('sha256', Buffer.concat([authData, sha256(data)]), passkey.privateKey)
  return {
    id: base64url(passkey.id),
    rawId: base64url(passkey.id),
    type: 'public-key',
    response: {
      clientDataJSON: base64url(data),
      authenticatorData: base64url(authData),
      signature: wrong.signature ?? base64url(signature),
      userHandle: wrong.userHandle ?? passkey.userHandle,
    },
  }
}
