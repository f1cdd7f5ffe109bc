import { z } from 'zod'
import { doneAndNext, endpoint, id, textField } from '#api/contract.ts'
import { ownPasswordLimit } from '../passwords/credentials.contract.ts'
import { NAME_LENGTH } from './passkeys.ts'
import { optionalPassword, proof, proofsOf } from './proof.contract.ts'

/** Not in the specification: sign-in by passkey (WebAuthn Level 3), beside the password. */

const transports = z.array(
  z.enum(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb']),
)
const base64url = (most: number) =>
  z
    .string()
    .max(most)
    .regex(/^[\w-]+$/)
/** WebAuthn §4: a credential's id has at most 1,023 bytes. */
const credentialId = base64url(1364)
const clientDataJSON = base64url(4096)

const knownPasskeys = z.array(
  z.object({ id: z.string(), type: z.literal('public-key'), transports }),
)

export const requestOptions = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.number(),
  userVerification: z.literal('required'),
  allowCredentials: knownPasskeys,
})

/** What a browser answers to `navigator.credentials.get`, as JSON. */
export const assertion = z.object({
  id: credentialId,
  rawId: credentialId,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON,
    authenticatorData: base64url(4096),
    signature: base64url(4096),
    userHandle: base64url(128).optional(),
  }),
})

export type Assertion = z.output<typeof assertion>

/** What a browser answers to `navigator.credentials.create`, as JSON. */
const addition = z.object({
  id: credentialId,
  rawId: credentialId,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON,
    attestationObject: base64url(24_000),
    transports: z.array(z.string().max(20)).max(10).optional(),
  }),
})

export type Addition = z.output<typeof addition>

const passkey = z.object({
  id: z.number(),
  name: z.string(),
  brand: z.string(),
  addedAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable(),
})

const name = textField(NAME_LENGTH, 1)
const saved = doneAndNext

export const listPasskeys = endpoint({
  method: 'get',
  path: '/profile/passkeys',
  summary:
    'The passkeys of a member, on all brands, and whether the password is asked before another is added',
  access: 'signedIn',
  answer: z.object({ passkeys: z.array(passkey), needsPassword: z.boolean(), asks: proofsOf }),
})

export const askPasskey = endpoint({
  method: 'post',
  path: '/profile/passkeyOptions',
  summary: 'Begin to add a passkey; asks for the password unless the sign-in is recent',
  access: 'signedIn',
  body: z.object({ password: optionalPassword }),
  answer: z.object({
    rp: z.object({ id: z.string(), name: z.string() }),
    user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
    challenge: z.string(),
    pubKeyCredParams: z.array(z.object({ alg: z.number(), type: z.literal('public-key') })),
    timeout: z.number(),
    attestation: z.literal('none'),
    excludeCredentials: knownPasskeys,
    authenticatorSelection: z.object({
      residentKey: z.literal('required'),
      requireResidentKey: z.literal(true),
      userVerification: z.literal('required'),
    }),
  }),
  errors: ['conflict'],
  limits: [ownPasswordLimit],
  hashesPassword: true,
})

export const addPasskey = endpoint({
  method: 'post',
  path: '/profile/addPasskey',
  summary: 'Add the passkey that the browser has made',
  access: 'signedIn',
  body: z.object({ name, response: addition }),
  answer: saved,
  errors: ['conflict'],
  limits: [{ name: 'add-passkey', per: 'account', most: 30, seconds: 3600 }],
})

export const renamePasskey = endpoint({
  method: 'post',
  path: '/profile/renamePasskey',
  summary: 'Give a passkey another name',
  access: 'signedIn',
  body: z.object({ id, name }),
  answer: saved,
  errors: ['conflict'],
  limits: [{ name: 'rename-passkey', per: 'account', most: 60, seconds: 600 }],
  pageForm: { name: 'rename-passkey', page: '/profile/edit/settings?screen=sign-in' },
})

export const removePasskey = endpoint({
  method: 'post',
  path: '/profile/removePasskey',
  summary: 'Remove a passkey: it signs in no more; asks for the password or a passkey',
  access: 'signedIn',
  body: z.object({ id, ...proof }),
  answer: saved,
  limits: [ownPasswordLimit],
  hashesPassword: true,
  pageForm: { name: 'remove-passkey', page: '/profile/edit/settings?screen=sign-in' },
})

export const askProof = endpoint({
  method: 'post',
  path: '/profile/proofOptions',
  summary: 'Begin to prove by a passkey who is there, in place of the password',
  access: 'signedIn',
  body: z.object({}),
  answer: requestOptions,
  limits: [{ name: 'passkey-proof', per: 'account', most: 30, seconds: 600 }],
})

export const askSignIn = endpoint({
  method: 'post',
  path: '/site/passkeyOptions',
  summary: 'Begin a sign-in by passkey; names no account',
  access: 'anyone',
  body: z.object({}),
  answer: requestOptions,
  limits: [{ name: 'passkey-options', per: 'ip', most: 30, seconds: 60 }],
})

export const signInByPasskey = endpoint({
  method: 'post',
  path: '/site/signInByPasskey',
  summary: 'Sign in with what a passkey has signed',
  access: 'anyone',
  body: z.object({ response: assertion }),
  answer: z.object({ next: z.string() }),
  errors: ['badCredentials', 'forbidden'],
  limits: [{ name: 'passkey-sign-in', per: 'ip', most: 10, seconds: 60 }],
})
