import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { dictionary } from '@zxcvbn-ts/language-common'
import { passwordHashingQueue, type Turn } from '#api/hashing-queue.server.ts'
import { brands } from '#sites/registry.ts'
import { passwordLengthProblem } from './passwords.ts'

// OWASP's first recommendation for argon2id: 19 MiB, two passes, one lane.
const MEMORY_KIB = 19 * 1024
const PASSES = 2
const TAG_BYTES = 32

const derive = promisify(argon2)
/** One a line: a set of 49,000 strings takes 3 MB. */
const common = `\n${dictionary['passwords-common'].join('\n').toLowerCase()}\n`

/**
 * A PHC string: `$argon2id$v=19$m=19456,t=2,p=1$salt$hash`. Throws ApiError `busy` when the queue
 * is full.
 */
export async function hashPassword(password: string, turn: Turn = 'known'): Promise<string> {
  return passwordHashingQueue.run(turn, () => hashOf(password))
}

/**
 * Whether the password matches the hash; takes the same time either way. Throws ApiError `busy`.
 */
export async function isPassword(password: string, hash: string): Promise<boolean> {
  const [isSame = false] = await arePasswords(password, [hash], 'known')
  return isSame
}

export async function arePasswords(
  password: string,
  hashes: readonly string[],
  turn: Turn,
): Promise<boolean[]> {
  return passwordHashingQueue.run(turn, async () => {
    const found: boolean[] = []
    for (const hash of hashes) found.push(await isHashOf(password, hash))
    return found
  })
}

async function hashOf(password: string): Promise<string> {
  const salt = randomBytes(16)
  const tag = await tagOf(password, salt, MEMORY_KIB, PASSES)
  return `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=1$${base64(salt)}$${base64(tag)}`
}

async function isHashOf(password: string, hash: string): Promise<boolean> {
  const parts = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=1\$([^$]+)\$([^$]+)$/.exec(hash)
  if (!parts) throw new Error('not an argon2id hash')
  const [, memory, passes, salt = '', expected = ''] = parts
  const tag = await tagOf(password, Buffer.from(salt, 'base64'), Number(memory), Number(passes))
  return timingSafeEqual(tag, Buffer.from(expected, 'base64'))
}

let dummy: Promise<string> | undefined

/**
 * A hash that no password matches: comparing it makes sign-in equally slow for unknown accounts.
 */
export function dummyHash(): Promise<string> {
  dummy ??= hashOf(randomBytes(32).toString('base64'))
  return dummy
}

export function passwordProblem(password: string, username: string): string | null {
  const length = passwordLengthProblem(password)
  if (length !== null) return length
  const plain = password.toLowerCase()
  if (common.includes(`\n${plain}\n`))
    return 'This password is one of the most used in the world. Please choose another.'
  if (username !== '' && plain.includes(username.toLowerCase()))
    return 'Please leave your username out of your password.'
  if (brands.some((brand) => plain.replaceAll(/[\d\W_]/g, '') === brand.id)) {
    return 'Please choose a password that is not the name of the site.'
  }
  return null
}

function tagOf(
  password: string,
  salt: Uint8Array,
  memory: number,
  passes: number,
): Promise<Buffer> {
  return derive('argon2id', {
    message: Buffer.from(password.normalize('NFC')),
    nonce: salt,
    parallelism: 1,
    tagLength: TAG_BYTES,
    memory,
    passes,
  })
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64').replaceAll('=', '')
}
