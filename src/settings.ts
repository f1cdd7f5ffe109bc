import { resolve } from 'node:path'
import { z } from 'zod'

const DEVELOPMENT_SECRET = 'development-only-secret-change-me'

const flag = z.enum(['0', '1', 'true', 'false']).transform((text) => text === '1' || text === 'true')

const schema = z.object({
  NODE_ENV: z.enum(['development', 'production', 'test']).default('development'),
  PORT: z.coerce.number({ error: 'must be a number' }).int().min(0).max(65535).default(4321),
  HOST: z.string().default('127.0.0.1'),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: z.string().regex(/^postgres(ql)?:\/\//, 'must be a postgres:// address').optional(),
  SITES_SUFFIX: z.string().regex(/^[a-z0-9.-]*$/, 'must be a host name').optional(),
  SESSION_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
  SMTP_URL: z.string().regex(/^smtps?:\/\//, 'must be an smtp:// address').optional(),
  S3_URL: z.url().optional(),
  GATEWAY_URL: z.url({ protocol: /^https?$/, error: 'must be an http(s):// address' }).optional(),
  GATEWAY_SECRET: z.string().min(16, 'must have at least 16 characters').optional(),
  SUPPORT_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
  PARTNER_URL: z.url().optional(),
  PARTNER_SECRET: z.string().optional(),
  SENTRY_DSN: z.url().optional(),
  TRUST_PROXY: flag.default(false),
  PHOTO_REVIEW: z.enum(['auto', 'staff']).optional(),
  DEMO: flag.default(true),
})

/** The settings of one process, read once at start (decisions §10). */
export type Settings = {
  production: boolean
  port: number
  host: string
  dataDir: string
  databaseUrl: string | null
  /** What replaces the brands' own domains (`<brand>.localhost`); null in production. */
  sitesSuffix: string | null
  sessionSecret: string
  smtpUrl: string | null
  /** `https://<key id>:<secret>@<host>/<bucket>?region=<region>`; null keeps photos on the disk. */
  s3Url: string | null
  trustProxy: boolean
  photoReview: 'auto' | 'staff'
  demo: boolean
  sentryDsn: string | null
  /** Signs the support desk's links to one account; null: there is no support view. */
  supportSecret: string | null
  /** Who takes card payments; null: nobody, and nothing is for sale. */
  gateway: Gateway | null
}

/** GATEWAY_URL is `https://<public API key>@<host>`; GATEWAY_SECRET signs what the two servers tell each other. */
export type Gateway = { origin: string; publicApiKey: string; secret: string }

/** One line a wrong setting, for the person who starts the process. */
export class SettingsError extends Error {
  override name = 'SettingsError'
}

/** Reads the settings from an environment. Throws SettingsError, with a line for each that is wrong. */
export function readSettings(env: Record<string, string | undefined>): Settings {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''))
  const parsed = schema.safeParse(given)
  if (!parsed.success) {
    throw new SettingsError(
      parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('\n'),
    )
  }
  const value = parsed.data
  const production = value.NODE_ENV === 'production'
  if (production && value.SESSION_SECRET === undefined) {
    throw new SettingsError('SESSION_SECRET: must be set in production (at least 32 random characters)')
  }
  const sessionSecret = value.SESSION_SECRET ?? DEVELOPMENT_SECRET
  return {
    production,
    port: value.PORT,
    host: value.HOST,
    dataDir: resolve(value.DATA_DIR),
    databaseUrl: value.DATABASE_URL ?? null,
    sitesSuffix: value.SITES_SUFFIX ?? (production ? null : 'localhost'),
    sessionSecret,
    smtpUrl: value.SMTP_URL ?? null,
    s3Url: value.S3_URL ?? null,
    trustProxy: value.TRUST_PROXY,
    photoReview: value.PHOTO_REVIEW ?? (production ? 'staff' : 'auto'),
    demo: value.DEMO && !production,
    sentryDsn: value.SENTRY_DSN ?? null,
    // In production, who signs these links is somebody else's server, which must not know the other secret.
    supportSecret: value.SUPPORT_SECRET ?? (production ? null : `support ${sessionSecret}`),
    gateway: readGateway(value.GATEWAY_URL, value.GATEWAY_SECRET),
  }
}

function readGateway(address: string | undefined, secret: string | undefined): Gateway | null {
  if (address === undefined) return null
  if (secret === undefined) throw new SettingsError('GATEWAY_SECRET: must be set where GATEWAY_URL is (at least 16 characters)')
  const { origin, username } = new URL(address)
  return { origin, publicApiKey: decodeURIComponent(username), secret }
}
