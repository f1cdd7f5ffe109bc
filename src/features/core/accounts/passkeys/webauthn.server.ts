import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { Services } from '#api/services.server.ts'
import { later } from '#lib/clock.ts'
import { keyedHash } from '#lib/keyed-hash.server.ts'
import { type Host, originOf } from '#sites/hosts.ts'
import type { Addition, Assertion } from './passkeys.contract.ts'
import {
  type ChallengeHolder,
  credentialsOf,
  type PasskeyOwner,
  putChallenge,
  recordUse,
  takeChallenge,
} from './passkeys.sql.ts'
import { CHALLENGE_LIFETIME } from './passkeys.ts'

/** COSE: ES256, EdDSA, RS256, which all authenticators in use have between them. */
export const ALGORITHMS = [-7, -8, -257]

// Its parsers of certificates take memory, and few processes see a passkey soon after their start.
const library = () => import('@simplewebauthn/server')

type Place = { services: Services; host: Host; at: Date }
type KnownTransport = 'ble' | 'cable' | 'hybrid' | 'internal' | 'nfc' | 'smart-card' | 'usb'
type Known = { id: string; type: 'public-key'; transports: KnownTransport[] }

const knownTransports = new Set<string>([
  'ble',
  'cable',
  'hybrid',
  'internal',
  'nfc',
  'smart-card',
  'usb',
])

export function isKnownTransport(transport: string): transport is KnownTransport {
  return knownTransports.has(transport)
}

export function base64url(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64url')
}

/** Tells a browser which account a passkey is for, and nobody else anything. */
export function userHandle(sessionSecret: string, brand: string, accountId: number): Buffer {
  return keyedHash(`${brand} ${accountId}`, sessionSecret, 'passkey user')
}

/** A new challenge, kept for its holder; as the browser gets it. */
export async function newChallenge(
  { services, at }: Place,
  holder: ChallengeHolder,
): Promise<string> {
  const challenge = randomBytes(32)
  await putChallenge(services.db, holder, challenge, later(at, CHALLENGE_LIFETIME))
  return base64url(challenge)
}

export async function knownTo(
  { db }: Services,
  accountId: number,
  brand: string,
): Promise<Known[]> {
  const known = await credentialsOf(db, accountId, brand)
  return known.map(({ credentialId, transports }) => ({
    id: base64url(credentialId),
    type: 'public-key',
    transports: transports.filter(isKnownTransport),
  }))
}

type Verified = { credentialId: Uint8Array; publicKey: Uint8Array; signCount: number }

/**
 * The passkey that a browser has made for the holder's challenge, which is spent; null if anything
 * is wrong with it.
 */
export async function verifiedAddition(
  place: Place,
  holder: ChallengeHolder,
  { response, ...credential }: Addition,
): Promise<Verified | null> {
  const { services, host, at } = place
  const challenge = await takeChallenge(services.db, holder, at)
  if (!challenge) return null
  const { verifyRegistrationResponse } = await library()
  const answer = {
    ...credential,
    clientExtensionResults: {},
    response: {
      clientDataJSON: response.clientDataJSON,
      attestationObject: response.attestationObject,
    },
  }
  const verified = await verifyRegistrationResponse({
    response: answer,
    expectedChallenge: base64url(challenge),
    expectedOrigin: originOf('pages', host, services.address),
    expectedRPID: host.domain,
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch((error: unknown) => refused(place, error))
  if (!verified?.verified) return null
  const { id, publicKey, counter } = verified.registrationInfo.credential
  return { credentialId: Buffer.from(id, 'base64url'), publicKey, signCount: counter }
}

/**
 * Whether the passkey signed the holder's challenge, which is spent, here and now; counts the use.
 */
export async function isUsed(
  place: Place,
  holder: ChallengeHolder,
  passkey: PasskeyOwner | undefined,
  { response, ...credential }: Assertion,
): Promise<boolean> {
  const { services, host, at } = place
  const challenge = await takeChallenge(services.db, holder, at)
  if (!challenge || !passkey || !isOwnHandle(response.userHandle, passkey.userHandle)) return false
  const { verifyAuthenticationResponse } = await library()
  const { clientDataJSON, authenticatorData, signature } = response
  const verified = await verifyAuthenticationResponse({
    response: {
      ...credential,
      clientExtensionResults: {},
      response: { clientDataJSON, authenticatorData, signature },
    },
    expectedChallenge: base64url(challenge),
    expectedOrigin: originOf('pages', host, services.address),
    expectedRPID: host.domain,
    requireUserVerification: true,
    credential: {
      id: credential.id,
      publicKey: Uint8Array.from(passkey.publicKey),
      counter: passkey.signCount,
    },
  }).catch((error: unknown) => refused(place, error))
  if (!verified?.verified) return false
  const isFirst = await recordUse(
    services.db,
    passkey.id,
    verified.authenticationInfo.newCounter,
    at,
  )
  if (!isFirst)
    services.log.warn(
      { accountId: passkey.accountId, brand: host.brand.id },
      'a passkey counted backwards',
    )
  return isFirst
}

function isOwnHandle(given: string | undefined, own: Uint8Array): boolean {
  if (given === undefined) return true
  const bytes = Buffer.from(given, 'base64url')
  return bytes.length === own.length && timingSafeEqual(bytes, own)
}

/** The library throws for whatever it refuses, from a wrong origin to bytes that are no CBOR. */
function refused({ services, host }: Place, error: unknown): null {
  services.log.info(
    {
      brand: host.brand.id,
      reason: error instanceof Error ? error.message.slice(0, 200) : 'unknown',
    },
    'a passkey was refused',
  )
  return null
}
