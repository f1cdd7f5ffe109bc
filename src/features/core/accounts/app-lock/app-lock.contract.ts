import { z } from 'zod'
import { done, doneAndNext, endpoint } from '#api/contract.ts'
import { assertion, requestOptions } from '../passkeys/passkeys.contract.ts'
import { optionalPassword } from '../passkeys/proof.contract.ts'
import { ownPasswordLimit } from '../passwords/credentials.contract.ts'

/**
 * Not in the specification: a lock on a member's sessions, by itself after minutes away, or at
 * once.
 */

const pin = z
  .string({ error: 'Please enter your PIN.' })
  .max(100)
  .regex(/^[0-9]{4,8}$/, 'A PIN has four to eight digits.')
const minutes = z.union([z.literal(1), z.literal(5), z.literal(15), z.literal(60)])
/** A form sends text. */
const chosenMinutes = z
  .preprocess(
    (value) =>
      value === 'off' ? null : typeof value === 'string' && value !== '' ? Number(value) : value,
    minutes.nullable(),
  )
  .describe('Minutes, or `off`')
const back = z.string().max(500).optional()
const opened = doneAndNext

export const getLock = endpoint({
  method: 'get',
  path: '/profile/lock',
  summary: 'Whether and when the sessions of a member lock themselves, and what opens them',
  access: 'signedIn',
  whileLocked: true,
  answer: z.object({
    afterMinutes: minutes.nullable(),
    isLocked: z.boolean(),
    hasPin: z.boolean(),
    /** Of this brand. */
    hasPasskey: z.boolean(),
    needsPassword: z.boolean(),
    showsExit: z.boolean(),
    exitSignsOut: z.boolean(),
  }),
})

export const saveLock = endpoint({
  method: 'post',
  path: '/profile/saveLock',
  summary:
    'Set the lock, its PIN and its minutes, or take it off; asks for the password unless the sign-in is recent',
  access: 'signedIn',
  body: z.object({
    afterMinutes: chosenMinutes,
    /** Empty: the present one stays. */
    pin: z.union([z.literal(''), pin]).optional(),
    password: optionalPassword,
  }),
  answer: opened,
  limits: [ownPasswordLimit],
  hashesPassword: true,
  pageForm: { name: 'lock', page: '/profile/edit/settings?screen=screen' },
})

export const lockNow = endpoint({
  method: 'post',
  path: '/profile/lockNow',
  summary: 'Lock this session',
  access: 'signedIn',
  body: z.object({}),
  answer: opened,
  errors: ['conflict'],
  limits: [{ name: 'lock-now', per: 'account', most: 120, seconds: 600 }],
  pageForm: {},
})

/** A page tells it while it is used, and the router notes it as of every POST. */
export const stillHere = endpoint({
  method: 'post',
  path: '/profile/stillHere',
  summary: 'Say that somebody is there, so that the session does not lock itself',
  access: 'signedIn',
  body: z.object({}),
  answer: done,
  limits: [{ name: 'still-here', per: 'account', most: 300, seconds: 600, inMemory: true }],
})

export const unlock = endpoint({
  method: 'post',
  path: '/profile/unlock',
  summary: 'Unlock this session by PIN; the fifth wrong one ends it',
  access: 'signedIn',
  whileLocked: true,
  body: z.object({ pin, back }),
  answer: opened,
  errors: ['conflict'],
  limits: [{ name: 'unlock', per: 'account', most: 30, seconds: 600 }],
  hashesPassword: true,
  pageForm: { name: 'unlock' },
})

export const askUnlock = endpoint({
  method: 'post',
  path: '/profile/unlockOptions',
  summary: 'Begin to unlock this session by passkey',
  access: 'signedIn',
  whileLocked: true,
  body: z.object({}),
  answer: requestOptions,
  limits: [{ name: 'unlock-options', per: 'account', most: 30, seconds: 600 }],
})

export const unlockByPasskey = endpoint({
  method: 'post',
  path: '/profile/unlockByPasskey',
  summary: 'Unlock this session with what a passkey of its member has signed',
  access: 'signedIn',
  whileLocked: true,
  body: z.object({ response: assertion }),
  answer: done,
  errors: ['badCredentials'],
  limits: [{ name: 'unlock-by-passkey', per: 'account', most: 30, seconds: 600 }],
})
