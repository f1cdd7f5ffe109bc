import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { apiEnv } from './api/env.server.ts'
import { photosEnv } from './features/members/photos/env.server.ts'
import { partnerEnv } from './features/money/checkout/partner/env.server.ts'
import { processorEnvs, shopsEnv } from './features/money/processors/env.server.ts'
import { hashListsEnv } from './features/staff/hash-lists/env.server.ts'
import { ticketsEnv } from './features/staff/tickets/env.server.ts'
import { frontDoorEnv } from './front-door/env.server.ts'
import { distinct } from './lib/distinct.ts'
import type { Run } from './lib/env.server.ts'
import { mailEnv } from './mail/env.server.ts'
import { processEnv } from './process/env.server.ts'

const groups = [
  processEnv,
  mailEnv,
  photosEnv,
  ...processorEnvs,
  shopsEnv,
  ticketsEnv,
  partnerEnv,
  apiEnv,
  frontDoorEnv,
  hashListsEnv,
]

/** A group whose types are forgotten: each is called with what was read by its own shape. */
type Group = {
  shape: z.ZodRawShape
  wrong?: (given: never, run: Run) => string[]
  read: (given: never, run: Run) => object
}

/** All that groups read together: a union becomes an intersection where it is a parameter. */
type Together<G extends Group> = (
  G extends Group ? (read: ReturnType<G['read']>) => void : never
) extends (read: infer All) => void
  ? All
  : never

export type GivenSettings = Run & Together<(typeof groups)[number]>

export type Settings = Omit<GivenSettings, 'sessionSecret'> & { sessionSecret: string }

export class SettingsError extends Error {
  override name = 'SettingsError'
}

const mode = z.enum(['demo', 'production'], { error: 'must be demo or production' }).default('demo')

type Env = Readonly<Record<string, string | undefined>>

/** Throws where two groups claim one setting, or give one name to what they read. */
export function readingOf<G extends Group>(groups: readonly G[]) {
  const shapes = [
    { RUN_AS: mode, SETTINGS_FILE: z.string().optional() },
    ...groups.map(({ shape }) => shape),
  ]
  const names = distinct('settings', shapes.flatMap(Object.keys), (name) => name)
  const schema = z.object(Object.assign({}, ...shapes) as { RUN_AS: typeof mode })
  return {
    names,
    /** Throws SettingsError with a line for each setting that is wrong. */
    read(env: Env): Run & Together<G> {
      const given = Object.fromEntries(
        Object.entries(env).filter(([, value]) => value !== undefined && value !== ''),
      )
      const parsed = schema.safeParse(given)
      const run = { production: parsed.data?.RUN_AS === 'production' }
      const wrong = [
        ...Object.keys(given).flatMap((name) => misspelt(name, names)),
        ...(parsed.success
          ? groups.flatMap((group) => group.wrong?.(parsed.data as never, run) ?? [])
          : parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)),
      ]
      if (!parsed.success || wrong.length > 0) throw new SettingsError(wrong.join('\n'))
      const values = groups.flatMap((group) =>
        Object.entries(group.read(parsed.data as never, run)),
      )
      distinct('values of settings', values, ([name]) => name)
      return { ...run, ...Object.fromEntries(values) } as Run & Together<G>
    },
  }
}

const { names, read } = readingOf(groups)

export const settingNames = names

/** As `readingOf`, of the environment and of the file that SETTINGS_FILE names. */
export function readSettings(env: Env): GivenSettings {
  return read(withFile(env))
}

/**
 * The environment over the file that SETTINGS_FILE names, which is written as systemd reads it:
 * `NAME=value`, comments in lines of their own. Throws SettingsError where it cannot be read.
 */
export function withFile(env: Env): Env {
  const file = env['SETTINGS_FILE']
  if (file === undefined || file === '') return env
  const wrong = (says: string) => new SettingsError(`SETTINGS_FILE: ${says}`)
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    throw wrong(
      `${file} cannot be read (${(error as NodeJS.ErrnoException).code}); name one that is there, and run this as who may read it`,
    )
  }
  const given: Record<string, string> = {}
  for (const [index, one] of text.split('\n').entries()) {
    const line = one.trim()
    if (line === '' || line.startsWith('#') || line.startsWith(';')) continue
    const [name = '', ...rest] = line.split('=')
    // Not what the line says: it may be a secret.
    if (rest.length === 0 || !/^[A-Z]\w{0,60}$/.test(name))
      throw wrong(`line ${index + 1} of ${file} is no NAME=value`)
    const value = rest.join('=').trim()
    const isQuoted =
      value.length > 1 && (value[0] === '"' || value[0] === "'") && value.at(-1) === value[0]
    given[name] = isQuoted ? value.slice(1, -1) : value
  }
  return { ...given, ...env }
}

/** Shorter names are one letter away from other programs' variables, such as PORTS and HOSTS. */
const LONG_ENOUGH = 6

function misspelt(name: string, known: readonly string[]): string[] {
  if (known.includes(name)) return []
  const meant = known.find((one) => one.length >= LONG_ENOUGH && isSlipOf(name, one))
  return meant === undefined
    ? []
    : [
        `${name}: is not known; if ${meant} is meant, write that, else take it out of the environment`,
      ]
}

/** Whether two names differ by one inserted, missing or replaced letter, or by two swapped ones. */
function isSlipOf(given: string, meant: string): boolean {
  let start = 0
  while (start < given.length && given[start] === meant[start]) start += 1
  let end = 0
  while (
    end < Math.min(given.length, meant.length) - start &&
    given.at(-1 - end) === meant.at(-1 - end)
  )
    end += 1
  const [left, right] = [given, meant].map((word) => word.slice(start, word.length - end)) as [
    string,
    string,
  ]
  return (
    (left.length <= 1 && right.length <= 1) ||
    (left.length === 2 && left === [...right].reverse().join(''))
  )
}
